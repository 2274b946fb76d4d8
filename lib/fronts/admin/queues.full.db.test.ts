import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorText, listDeadJobs, listJobKinds, retryJobs } from "@/lib/fronts/admin/jobs";
import { DEAD_PAGE_SIZE } from "@/lib/fronts/admin/jobs-schema";
import { approveReversal, listReversals } from "@/lib/fronts/admin/reversals";
import { listLostWebhooks } from "@/lib/fronts/admin/webhooks-queries";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { closeDatabase, connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway, pay, vanish } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createUser } from "@/lib/people/identity/complete-setup";

let actorId: string;

beforeAll(async () => {
  await openGateway(5);
  const person = {
    email: "operator@gateway.test",
    name: "Operator",
    password: "a long enough password",
    isOperator: true,
  };
  actorId = (await withTransaction((tx) => createUser(tx, person))).id;
});
beforeEach(async () => {
  await connectionPool().query("DELETE FROM graphile_worker._private_jobs");
});
afterAll(closeDatabase);

async function addJobs(kind: string, count: number, isDead = true): Promise<void> {
  await connectionPool().query(
    "SELECT graphile_worker.add_job($1, json_build_object('n', n), run_at => now() - interval '5 minutes') FROM generate_series(1, $2::int) n",
    [kind, count],
  );
  if (!isDead) return;
  await connectionPool().query(
    `UPDATE graphile_worker._private_jobs j SET attempts = max_attempts, last_error = 'Error: no route to https://user:key@rpc.example/v3/abc\n at x'
     FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = $1`,
    [kind],
  );
}

describe("the queue", () => {
  test("counts jobs by kind: waiting, running, retrying and dead, with the age of the oldest", async () => {
    await addJobs("send-mail", 3);
    await addJobs("notify-people", 2, false);
    await connectionPool().query(
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'w' WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)",
    );
    const kinds = await listJobKinds();
    expect(kinds.map(({ kind, waiting, running, dead }) => ({ kind, waiting, running, dead }))).toEqual([
      { kind: "send-mail", waiting: 0, running: 0, dead: 3 },
      { kind: "notify-people", waiting: 1, running: 1, dead: 0 },
    ]);
    expect(Date.now() - Date.parse(kinds[1]?.oldestDueAt ?? "")).toBeGreaterThan(290_000);
  });

  test("pages dead jobs without gap or repeat, and hides addresses in their errors", async () => {
    await addJobs("send-mail", DEAD_PAGE_SIZE * 2 + 3);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listDeadJobs(cursor === null ? {} : { cursor });
      seen.push(...page.items.map(({ id }) => id));
      expect(page.items[0]?.error).toBe("Error: no route to (an address)");
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([DEAD_PAGE_SIZE * 2 + 3, seen.length]);
  });

  test("retries one job with all of its attempts, once, and audits it", async () => {
    await addJobs("send-mail", 2);
    const [job] = (await listDeadJobs({})).items;
    const id = BigInt(job?.id ?? "0");
    const tries = await Promise.allSettled([retryJobs({ id }, actorId), retryJobs({ id }, actorId)]);
    expect(tries.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    await expect(retryJobs({ id }, actorId)).rejects.toMatchObject({ code: "not_found" });
    expect((await listJobKinds())[0]).toMatchObject({ waiting: 1, dead: 1 });
    const event = await database().auditEvent.findFirst({ orderBy: { id: "desc" } });
    expect(event).toMatchObject({ action: "job.retry", target: job?.id, detail: { kind: "send-mail", count: 1 } });
  });

  test("retries all jobs of a kind, and no others", async () => {
    await addJobs("send-mail", 4);
    await addJobs("settle-deposits", 2);
    expect(await retryJobs({ kind: "send-mail" }, actorId)).toEqual({ count: 4 });
    expect((await listDeadJobs({})).items.map(({ kind }) => kind)).toEqual(["settle-deposits", "settle-deposits"]);
  });

  test("shows an error as one truncated line without possible keys", () => {
    expect(errorText(null)).toBe("No error message.");
    expect(errorText(`bad key ${"a1".repeat(32)} here\nstack`)).toBe("bad key (a long word) here");
    expect(errorText("word ".repeat(200)).length).toBeLessThan(310);
  });
});

test("lists dead webhooks of all merchants or of one, all that match the search, with only the receiver's host", async () => {
  const merchants = [await newMerchant(), await newMerchant()];
  for (const merchantId of merchants) {
    const url = "https://shop.example/hook?key=hunter2";
    const delivery = {
      merchantId,
      objectKind: "invoice",
      objectId: randomUUID(),
      eventStatus: "paid",
      url,
      payload: "{}",
    };
    for (const state of ["failed", "delivered", "failed"] as const)
      await database().webhookDelivery.create({ data: { ...delivery, state, attemptCount: 11 } });
  }
  const all = await listLostWebhooks({});
  expect(all.items).toHaveLength(4);
  expect(all.items[0]).toMatchObject({ host: "shop.example", attemptCount: 11, merchant: { id: merchants[1] } });
  expect(JSON.stringify(all)).not.toContain("hunter2");
  expect((await listLostWebhooks({ merchant: merchants[0] })).items).toHaveLength(2);
  const { objectId } = await database().webhookDelivery.findFirstOrThrow({ where: { state: "delivered" } });
  const found = (await listLostWebhooks({ q: objectId })).items.map(({ state }) => state);
  expect(found).toEqual(["failed", "delivered", "failed"]);
  expect((await listLostWebhooks({ q: "no such order" })).items).toEqual([]);
});

test("reverses a vanished payment once on the operator's approval, only for the disappearance that was shown", async () => {
  const id = await pay(await newInvoice(await newMerchant()), { amount: "100" });
  await database().deposit.update({ where: { id }, data: { bookedInclusion: 1 } });
  await vanish(id, false);
  await withTransaction((tx) => raiseAlarm(tx, { kind: "reversal-pending", subject: id, message: "x" }));
  const [waiting] = await listReversals();
  expect(waiting).toMatchObject({ id, amount: "100", currency: "USDT", merchantName: "Paper Lantern" });
  const seen = { id, vanishedAt: waiting?.vanishedAt ?? "" };
  await expect(approveReversal({ id, vanishedAt: new Date(0).toISOString() }, actorId)).rejects.toMatchObject({
    code: "not_found",
  });
  const outcomes = await Promise.allSettled([approveReversal(seen, actorId), approveReversal(seen, actorId)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await listReversals()).toEqual([]);
  expect(await database().alarm.count({ where: { kind: "reversal-pending", clearedAt: null } })).toBe(0);
  const { rows } = await connectionPool().query("SELECT task_identifier FROM graphile_worker.jobs");
  expect(rows).toEqual([{ task_identifier: "settle-deposits" }]);
});
