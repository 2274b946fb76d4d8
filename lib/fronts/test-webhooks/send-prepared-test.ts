import { hostOf } from "@/lib/delivery/webhooks/host-bulkhead";
import { findTest, toTestView } from "@/lib/fronts/test-webhooks/console-queries";
import { markQueued } from "@/lib/fronts/test-webhooks/console-repo";
import { SEND_WITHIN_MS, type TestView } from "@/lib/fronts/test-webhooks/console-schema";
import { enqueuePreparedTest } from "@/lib/fronts/test-webhooks/jobs";
import type { TestCaller } from "@/lib/fronts/test-webhooks/prepare-test";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";

/**
 * Hands a prepared test to the worker, which sends it as it was shown. Once: to send the like again it is prepared again.
 *
 * @throws AppError `not_found`; `refused` when it was sent before, or is so old that receivers would refuse its timestamp
 */
export async function sendPreparedTest(caller: TestCaller, id: string, now = new Date()): Promise<TestView> {
  const { merchantId, actorId } = caller;
  const preparedAfter = new Date(now.getTime() - SEND_WITHIN_MS);
  const queued = await withTransaction(async (tx) => {
    const row = await markQueued(tx, { merchantId, id, preparedAfter, now });
    if (row === null) return null;
    const detail = { kind: row.kind, status: row.eventStatus, host: hostOf(row.url), object: row.objectId };
    await recordAudit(tx, { actorId, merchantId, action: "webhook.test", target: id, detail });
    await enqueuePreparedTest(tx, id);
    return row;
  });
  return queued === null ? await refuse(merchantId, id) : toTestView(queued);
}

async function refuse(merchantId: string, id: string): Promise<never> {
  const test = await findTest(merchantId, id);
  if (test === null) throw new AppError("not_found", "There is no such test.");
  if (test.state !== "shown") throw new AppError("refused", "It was sent already. Prepare it again to send the like.");
  throw new AppError("refused", "It is too old: receivers would refuse its timestamp. Prepare it again.");
}
