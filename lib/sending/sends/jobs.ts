import { z } from "zod";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { failUnconfirmableSend, refuseFailUnconfirmable } from "@/lib/sending/sends/fail-unconfirmable-send";
import { findOutgoing } from "@/lib/sending/sends/outgoing-repo";
import { findSend } from "@/lib/sending/sends/repo";

/** Nodes that do not answer now are asked again some times; then the operator asks again. */
const ATTEMPTS_MAX = 5;

const payload = z.object({ outgoingId: z.uuid(), actorId: z.uuid().nullable() });

/**
 * Ends a transaction that the operator takes for dead, when the nodes prove it: those of the
 * network that its row names. A search through many blocks takes a part of them in each run: it
 * goes on in this process, and starts over where another one takes the next part.
 */
export const failUnconfirmableSendJob: Job<typeof payload> = defineJob({
  name: "end-dead-send",
  payload,
  attemptsMax: ATTEMPTS_MAX,
  run: async (order, { signal }) => {
    const networkCode = (await findOutgoing(order.outgoingId))?.networkCode;
    if (networkCode === undefined) return;
    const catalog = await loadCatalog();
    const network = catalog.network(networkCode);
    const urls = env().nodeUrls[networkCode];
    // A worker that cannot ask says so: the operator would wait for an answer that never comes.
    if (network === null || urls === undefined) {
      return await refuseFailUnconfirmable(order, `no node of ${networkCode} is configured`);
    }
    const driver = await driverFor(driverConfigOf(catalog, networkCode, urls));
    if ((await failUnconfirmableSend(driver, network, order, signal)) !== "searching") return;
    await withTransaction((tx) => enqueueFailUnconfirmable(tx, order));
  },
});

/** Merges with one that waits. */
async function enqueueFailUnconfirmable(tx: Tx, order: z.input<typeof payload>): Promise<void> {
  await enqueue(tx, failUnconfirmableSendJob, order, { key: `end-dead-send:${order.outgoingId}` });
}

/**
 * One of each network, as it is configured: how far a chain was searched is remembered by its
 * driver.
 */
const drivers = new Map<string, { readonly configured: string; readonly driver: Promise<ChainDriver> }>();

function driverFor(config: Parameters<typeof createDriver>[0]): Promise<ChainDriver> {
  const configured = JSON.stringify(config);
  const known = drivers.get(config.network);
  if (known?.configured === configured) return known.driver;
  const driver = createDriver(config);
  drivers.set(config.network, { configured, driver });
  driver.catch(() => drivers.delete(config.network));
  return driver;
}

/**
 * The operator takes a transaction for dead: another one took its nonce. A worker asks the nodes,
 * and ends it when they prove it; the audit trail says what came of it.
 * @throws AppError (not_found, refused) when there is none, or it has ended already
 */
export async function requestFailUnconfirmable(order: { sendId: string; actorId: string | null }): Promise<void> {
  const { sendId, actorId } = order;
  const outgoingId = (await findSend(sendId))?.outgoingId ?? null;
  const outgoing = outgoingId === null ? null : await findOutgoing(outgoingId);
  if (outgoingId === null || outgoing === null) throw new AppError("not_found", "Transaction not found");
  if (outgoing.status === "settled" || outgoing.status === "failed") {
    throw new AppError("refused", "It has already ended");
  }
  const { networkCode } = outgoing;
  await withTransaction(async (tx) => {
    await recordAudit(tx, { actorId, action: "send.end-dead-request", target: outgoingId, detail: { networkCode } });
    await enqueueFailUnconfirmable(tx, { outgoingId, actorId });
  });
}
