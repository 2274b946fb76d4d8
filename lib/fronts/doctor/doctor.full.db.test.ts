import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ALL_CHECKS } from "@/lib/fronts/doctor/all-checks";
import { databaseCheck } from "@/lib/fronts/doctor/database-checks";
import { keyProbe } from "@/lib/fronts/doctor/key-checks";
import { recordAudit } from "@/lib/fronts/doctor/probe-outside";
import { upsertProbe, upsertProbes } from "@/lib/fronts/doctor/probe-repo";
import { runDoctor } from "@/lib/fronts/doctor/run-doctor";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { sealSecret } from "@/lib/kernel/crypto/secrets";
import { closeDatabase, connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { decimal } from "@/lib/kernel/money/decimal";
import { merchantWallet, operatorCapital } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import {
  fillPool,
  fundCapital,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  START_HEIGHT,
  setPrice,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { createUser } from "@/lib/people/identity/complete-setup";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { stopSends } from "@/lib/sending/sends/stop-sends";

const OPERATOR = {
  email: "operator@gateway.test",
  name: "Operator",
  password: "a long enough password",
  isOperator: true,
};

/** A healthy gateway. */
beforeAll(async () => {
  await openGateway(50);
  await database().network.updateMany({ data: { isSandbox: true } });
  await withTransaction((tx) => createUser(tx, OPERATOR));
  await database().hotWallet.create({ data: { family: "evm", derivationIndex: 0, address: `0x${"a1".repeat(20)}` } });
  await database().network.updateMany({ where: { code: { in: ["btc"] } }, data: { isEnabled: false } });
  await database().chainCursor.deleteMany({ where: { networkCode: "btc" } });
  await database().service.updateMany({
    where: { currencyCode: { notIn: ["USDT", "USDC", "DAI", "ETH", "BNB", "POL", "SHIB"] } },
    data: { isPaymentEnabled: false },
  });
});
beforeEach(async () => {
  await beat(0);
  const now = new Date();
  await database().chainCursor.updateMany({ data: { headTime: now, lastAnswerAt: now } });
  clearCatalogCache();
  for (const code of ["bsc", "polygon", "eth"]) await probe(`node:${code}:node.test`, "ok");
  await upsertProbes(keyProbe(env()));
  await recordAudit({ differences: [], incomplete: [] });
});
afterAll(closeDatabase);

async function beat(ageSeconds: number): Promise<void> {
  await database().workerHeartbeat.deleteMany();
  const lastSeenAt = new Date(Date.now() - ageSeconds * 1_000);
  await database().workerHeartbeat.create({
    data: { id: randomUUID(), host: "h", pid: 1, startedAt: lastSeenAt, lastSeenAt },
  });
}

function probe(subject: string, state: "ok" | "warning" | "error", detail: Record<string, string> = {}): Promise<void> {
  return upsertProbe({ subject, state, summary: `It is ${state}.`, remedy: null, measured: null, detail });
}

const ask = (now = new Date()) => runDoctor(databaseCheck, ALL_CHECKS, { now, request: null, checkMsMax: 20_000 });

/** Returns one finding of the doctor. */
async function finding(id: string, now?: Date) {
  const { findings } = await ask(now);
  return findings.find((found) => found.id === id) ?? null;
}

/** Returns everything that is not ok, except for the settings of these tests. */
async function issues(): Promise<string[]> {
  const { findings } = await ask();
  return findings
    .filter(({ state, id }) => state !== "ok" && id !== "secrets")
    .map(({ id, state }) => `${id} ${state}`);
}

test("reports no issues for a healthy gateway", async () => {
  expect(await issues()).toEqual([]);
});

test("covers every group, with unique ids, and no page check exceeds the common time limit", async () => {
  const { findings } = await ask();
  expect([databaseCheck, ...ALL_CHECKS].filter(({ msMax }) => msMax !== undefined)).toEqual([]);
  expect(new Set(findings.map(({ group }) => group)).size).toBe(7);
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
});

test("reports a stopped worker as an error since its last heartbeat, and a missing one too", async () => {
  await beat(120);
  expect(await finding("worker")).toMatchObject({ state: "error", remedy: expect.stringContaining("npm run worker") });
  await database().workerHeartbeat.deleteMany();
  expect(await finding("worker")).toMatchObject({ state: "error", since: null });
});

test("reports a dead job as an error with its message, and an overdue one as late", async () => {
  await connectionPool().query(
    "SELECT graphile_worker.add_job('send-mail', '{}'::json, run_at => now() - interval '1 hour')",
  );
  expect(await finding("jobs")).toMatchObject({ state: "error", measured: expect.stringContaining("60 min") });
  await connectionPool().query(
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'the server said no'",
  );
  expect(await finding("dead-jobs")).toMatchObject({
    state: "error",
    summary: "1 job failed after the last attempt: send-mail.",
    remedy: expect.stringContaining("the server said no"),
  });
  await connectionPool().query("DELETE FROM graphile_worker._private_jobs");
  expect((await finding("dead-jobs"))?.state).toBe("ok");
});

test("detects a database of another version", async () => {
  await database().$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('later', 'x', '29991231000000_from_the_future', now(), 1)`;
  expect(await finding("migrations")).toMatchObject({
    state: "warning",
    summary: expect.stringContaining("prepared for a newer version"),
  });
  await database().$executeRaw`
    UPDATE _prisma_migrations SET migration_name = '29991231000000_contract_the_future' WHERE id = 'later'`;
  expect(await finding("migrations")).toMatchObject({
    state: "error",
    summary: expect.stringContaining("contracted for a newer version"),
  });
  await database().$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE id = 'later'`;
  expect(await finding("migrations")).toMatchObject({
    state: "error",
    summary: expect.stringContaining("did not finish"),
  });
  await database().$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'later'`;
  const [last] = await database().$queryRaw<{ name: string }[]>`
    DELETE FROM _prisma_migrations WHERE id = (SELECT id FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1)
    RETURNING migration_name AS name`;
  expect(await finding("migrations")).toMatchObject({ state: "error", summary: expect.stringContaining("db:migrate") });
  await database().$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('again', 'x', ${last?.name}, now(), 1)`;
});

test("detects a clock that differs from the database's", async () => {
  expect((await finding("clock", minutesFromNow(5)))?.state).toBe("error");
  expect((await finding("clock", minutesFromNow(-5)))?.state).toBe("error");
});

test("distinguishes a silent node, a stopped network and a lagging one", async () => {
  const change = async (data: object) => {
    await database().chainCursor.update({ where: { networkCode: "polygon" }, data });
    clearCatalogCache();
    return await finding("network:polygon");
  };
  const well = { lastAnswerAt: new Date(), headTime: new Date(), stoppedAt: null, problem: null };
  expect(await change({ lastAnswerAt: minutesFromNow(-10) })).toMatchObject({
    state: "error",
    summary: expect.stringMatching(/does not respond.*not offered/),
  });
  expect(await change({ ...well, headTime: minutesFromNow(-60) })).toMatchObject({
    state: "error",
    summary: expect.stringContaining("behind its chain"),
  });
  expect(await change({ ...well, stoppedAt: new Date(), problem: "another genesis" })).toMatchObject({
    state: "error",
    summary: "Stopped: another genesis.",
  });
  expect(await change({ ...well, headHeight: BigInt(START_HEIGHT + 5_000) })).toMatchObject({
    state: "warning",
    summary: expect.stringMatching(/^5.000 blocks are not synced yet/),
  });
  expect((await change({ ...well, headHeight: BigInt(START_HEIGHT) }))?.state).toBe("ok");
});

test("reports a node that a worker found dead as an error since then, and distrusts an outdated probe", async () => {
  await probe("node:eth:node.test", "error");
  const found = await finding("node:eth:node.test");
  expect(found).toMatchObject({ state: "error", since: expect.any(String) });
  await probe("node:eth:node.test", "error");
  expect((await finding("node:eth:node.test"))?.since).toBe(found?.since);
  expect((await finding("node:eth:node.test", minutesFromNow(10)))?.state).toBe("warning");
});

test("accepts a single node with test money, but not with real money", async () => {
  await database().network.update({ where: { code: "eth" }, data: { isSandbox: false } });
  clearCatalogCache();
  expect(await issues()).toEqual(["second-node:eth warning", "operators warning", "backups warning"]);
  await probe("node:eth:other.test", "ok");
  await database().passkey.create({
    data: {
      user: { connect: { email: OPERATOR.email } },
      credentialId: Buffer.from("id"),
      publicKey: Buffer.from("key"),
      name: "Key",
    },
  });
  expect(await issues()).toEqual(["backups warning"]);
  await database().probe.delete({ where: { subject: "node:eth:other.test" } });
  await database().network.update({ where: { code: "eth" }, data: { isSandbox: true } });
  clearCatalogCache();
});

test("reports an active kill switch with its reason", async () => {
  await stopSends({ scope: "eth", reason: "the node is being replaced", actorId: null });
  expect(await finding("stop:eth:operator")).toMatchObject({
    state: "warning",
    summary: "Stopped by an operator: the node is being replaced",
  });
  await database().sendStop.deleteMany();
});

test("warns about a send that waits too long", async () => {
  const createdAt = minutesFromNow(-60);
  const row = { purpose: "payout" as const, networkCode: "bsc", currencyCode: "USDT", amount: "1", toAddress: "0x" };
  await database().send.create({ data: { ...row, purposeId: randomUUID(), createdAt } });
  expect(await finding("sends:bsc")).toMatchObject({ state: "warning", since: createdAt.toISOString() });
  await database().send.updateMany({ data: { status: "cancelled", finalAt: new Date() } });
});

test("reports outdated prices as an error, and names the unpriced coins", async () => {
  await setPrice("ETH", "2000", 10_000);
  expect(await finding("quotes")).toMatchObject({
    state: "warning",
    summary: expect.stringContaining("No current price of ETH"),
  });
  await database().$executeRaw`UPDATE rates SET observed_at = now() - interval '1 hour'`;
  expect(await finding("rates:Binance")).toMatchObject({ state: "error" });
  for (const [currency, price] of Object.entries({
    USDT: "1",
    USDC: "1",
    DAI: "1",
    ETH: "2000",
    BNB: "800",
    POL: "0.25",
    SHIB: "0.00001",
    EUR: "1.25",
  }))
    await setPrice(currency, price);
});

test("reports obligations that are not covered, and differences found by an audit", async () => {
  const merchantId = await newMerchant();
  await fundCapital("DAI", "10");
  const [capital, wallet] = [operatorCapital("DAI"), merchantWallet(merchantId, "DAI")];
  const move = (legs: ReturnType<typeof leg>) =>
    withTransaction((tx) => postEntry(tx, { kind: "capital.move", reference: randomUUID(), groupId: "test", legs }));
  await move(leg(capital, wallet, decimal("12.5")));
  expect(await finding("cover")).toMatchObject({
    state: "critical",
    summary: "Holdings don't cover what is owed: 2.50 DAI missing.",
  });
  await move(leg(wallet, capital, decimal("12.5")));
  expect((await finding("cover"))?.state).toBe("ok");
  await recordAudit({ differences: ["entry 4 does not sum to zero"], incomplete: [] });
  expect(await finding("audit")).toMatchObject({
    state: "critical",
    summary: "The books differ: entry 4 does not sum to zero.",
  });
  await recordAudit({ differences: [], incomplete: ["eth: no answer"] });
  expect((await finding("audit"))?.state).toBe("warning");
});

test("reports in how many days gas runs out at the last week's rate", async () => {
  await fundCapital("BNB", "2");
  await database().outgoingTransaction.create({
    data: {
      networkCode: "bsc",
      fromAddress: "0x",
      nonce: 1n,
      status: "settled",
      feeMax: "1",
      feePaid: "1",
      settledAt: new Date(),
    },
  });
  expect(await finding("gas:bsc")).toMatchObject({ state: "error", measured: "2 days at last week's rate" });
  await database().$executeRaw`UPDATE outgoing_transactions SET fee_paid = 0.0001`;
  expect((await finding("gas:bsc"))?.state).toBe("ok");
});

test("reports a booked payment with an undecided reversal as critical", async () => {
  const depositId = await pay(await newInvoice(await newMerchant()), { amount: "100" });
  await database().deposit.update({ where: { id: depositId }, data: { bookedInclusion: 1 } });
  await vanish(depositId, false);
  expect(await finding("reversals")).toMatchObject({ state: "critical", measured: "1" });
  await database().deposit.update({ where: { id: depositId }, data: { reversalApprovedAt: new Date() } });
  expect((await finding("reversals"))?.state).toBe("ok");
});

test("reports overdue mails, and webhooks that are late or rejected", async () => {
  const createdAt = minutesFromNow(-30);
  await database().mail.create({
    data: { kind: "receipt", reference: "1", recipient: "a@b.test", subject: "s", text: "t", createdAt },
  });
  expect(await finding("mails")).toMatchObject({ state: "warning", since: createdAt.toISOString() });
  const delivery = {
    merchantId: await newMerchant(),
    objectKind: "invoice",
    objectId: randomUUID(),
    eventStatus: "paid",
    url: "http://x",
    payload: "{}",
  };
  await database().webhookDelivery.create({ data: { ...delivery, nextAttemptAt: minutesFromNow(-10) } });
  expect(await finding("webhooks-late")).toMatchObject({ state: "error" });
  await database().webhookDelivery.updateMany({ data: { state: "failed" } });
  expect(await finding("webhooks")).toMatchObject({ state: "warning", summary: "1 webhook failed within a day." });
});

test("names a shop whose server rejects everything before a webhook is dead, but not after one was delivered", async () => {
  const merchantId = await newMerchant();
  const { id: deliveryId } = await database().webhookDelivery.create({
    data: {
      merchantId,
      objectKind: "invoice",
      objectId: randomUUID(),
      eventStatus: "paid",
      url: "http://x",
      payload: "{}",
    },
  });
  const attempt = (number: number, httpStatus: number) =>
    database().webhookAttempt.create({
      data: { deliveryId, number, startedAt: new Date(), httpStatus, durationMs: 5 },
    });
  for (const number of [1, 2, 3]) await attempt(number, 503);
  const summary = "The server of Paper Lantern rejects all webhooks: 0 of 3 attempts succeeded within an hour.";
  expect(await finding("webhooks")).toMatchObject({ state: "warning", summary });
  await attempt(4, 200);
  expect((await finding("webhooks"))?.summary).not.toBe(summary);
});

test("reports an open alarm until it is cleared", async () => {
  const alarm = { kind: "books-differ", subject: "books" } as const;
  await withTransaction((tx) => raiseAlarm(tx, { ...alarm, message: "x" }));
  expect(await finding("alarm:books-differ")).toMatchObject({
    state: "critical",
    name: "The books do not add up",
    summary: "x",
    remedy: expect.stringContaining("npm run audit"),
  });
  await withTransaction((tx) => clearAlarm(tx, alarm));
  expect((await finding("alarms"))?.state).toBe("ok");
});

test("detects a worker with another key than this process", async () => {
  await probe("secret-key:another", "ok", { keys: "another" });
  expect(await finding("same-key")).toMatchObject({ state: "error" });
  await database().probe.delete({ where: { subject: "secret-key:another" } });
});

test("tells stored secrets of the current key from those of an unknown one, and from those that name none", async () => {
  const { id } = await database().user.findFirstOrThrow();
  const store = async (totpSecret: Uint8Array<ArrayBuffer> | null) => {
    await database().user.update({ where: { id }, data: { totpSecret } });
    return finding("encryption");
  };
  expect(await store(sealSecret("a", "row"))).toMatchObject({ state: "ok" });
  expect(await store(new Uint8Array(Buffer.from("ck1:unknown.and more")))).toMatchObject({
    state: "error",
    summary: expect.stringContaining("users"),
    measured: `key ${Buffer.from("unknown.").toString("hex")}`,
  });
  expect(await store(new Uint8Array(60))).toMatchObject({ state: "warning" });
  await upsertProbe({
    subject: "reencryption",
    state: "error",
    summary: "",
    remedy: null,
    measured: null,
    detail: { unreadable: 1 },
  });
  expect(await store(new Uint8Array(60))).toMatchObject({ state: "error" });
  expect(await store(null)).toMatchObject({ state: "ok" });
});

test("reports an empty address pool before an invoice is refused", async () => {
  await database().address.updateMany({
    data: { assignedAt: new Date(), ownerKind: "wallet", ownerId: randomUUID() },
    where: { assignedAt: null },
  });
  expect(await finding("pool:evm")).toMatchObject({ state: "error", measured: "0" });
  await fillPool(30);
});

test("reports a missing operator as an error", async () => {
  await database().user.updateMany({ data: { isOperator: false } });
  expect(await finding("operators")).toMatchObject({ state: "error" });
});
