import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { currentTrace } from "@/lib/kernel/work-context";
import { hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { fundHot, grant, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  noncesOfHot,
  openTogetherRig,
  outgoingOf,
  preparedOf,
  provenOf,
  type TogetherRig,
} from "@/lib/money-out/payouts/testing/together-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { until } from "@/lib/run/worker/testing/observe";
import { deferSend } from "@/lib/sending/sends/defer-send";
import { sumOf } from "@/lib/sending/sends/outgoing";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { settleProven } from "@/lib/sending/sends/settle-send";
import { settleSends } from "@/lib/sending/sends/settle-sends";
import { signSend, signSends } from "@/lib/sending/sends/sign-send";
import { startSends } from "@/lib/sending/sends/start-sends";
import { resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";
import { countLockWaits } from "@/lib/testing/lock-waits";
import { sentStatements } from "@/lib/testing/sent-statements";

/** Of USDT on bsc. */
const USDT_DECIMALS = 18;
const AHEAD = AbortSignal.timeout(600_000);

let payer: Payer;

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
  await fundHot("bsc", "BNB", "1000");
  setSendOwner("payout", payoutSends);
});
beforeEach(async () => {
  payer = await newPayer({ USDT: "10000" });
});
afterAll(closeDatabase);

const newAddress = () => `0x${randomBytes(20).toString("hex")}`;

async function order(fields: object = {}, by = payer): Promise<string> {
  const asked = { amount: "3", currency: "USDT", network: "bsc", order_id: randomUUID(), address: newAddress() };
  const input = createPayoutInput.parse({ ...asked, is_subtract: true, ...fields });
  return (await createPayout(await getMerchant(by.merchantId), input, null)).id;
}

async function orders(count: number, by = payer): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await order({}, by));
  return ids;
}

/** Runs the engine's step that signs and broadcasts these. */
async function start({ engine }: TogetherRig, payoutIds: readonly string[]): Promise<void> {
  const sends = (await preparedOf(engine, payoutIds)).flatMap((prepared) => prepared.sends);
  await startSends(engine, await loadCatalog(), sends, () => 0n, AHEAD);
}

const stateOf = async (payoutId: string) => {
  const { status, waitReason } = await database().send.findFirstOrThrow({ where: { purposeId: payoutId } });
  return [status, waitReason];
};

const statesOf = async (payoutIds: readonly string[]) => {
  const states = new Map<string, number>();
  for (const id of payoutIds) {
    const state = (await stateOf(id)).join(" ");
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return Object.fromEntries(states);
};

async function expectGaplessNonces(): Promise<void> {
  const { used, next } = await noncesOfHot();
  expect(used).toEqual(used.map((_, index) => BigInt(index)));
  expect(next).toBe(BigInt(used.length));
}

/** Refuses changes of one row, as a broken rule or constraint would. */
async function refusing(table: "payouts" | "sends", column: string, value: string, task: () => Promise<unknown>) {
  await database().$executeRawUnsafe(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.${column} = '${value}' THEN RAISE EXCEPTION 'refused for the test'; END IF; RETURN NEW; END $$`);
  await database().$executeRawUnsafe(
    `CREATE TRIGGER refuse_one BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_one()`,
  );
  await task().finally(() => database().$executeRaw`DROP FUNCTION refuse_one() CASCADE`);
}

/** What became of a payout and of its money, without what differs by nature. */
async function storyOf(payoutId: string) {
  const payout = await database().payout.findUniqueOrThrow({ where: { id: payoutId } });
  const send = await database().send.findFirstOrThrow({ where: { purposeId: payoutId } });
  const events = await database().outflowEvent.findMany({ where: { subjectId: payoutId }, orderBy: { id: "asc" } });
  const webhooks = await database().webhookDelivery.findMany({
    where: { objectId: payoutId },
    orderBy: { sequence: "asc" },
  });
  const groups = [payoutId, `send:${send.id}`];
  const entries = await database().journalEntry.findMany({
    where: { groupId: { in: groups } },
    include: { postings: { include: { account: true }, orderBy: { amount: "asc" } } },
    orderBy: { id: "asc" },
  });
  const key = { merchantId: payout.merchantId, address: payout.address };
  const destination = await database().destination.findFirst({ where: key });
  const alarms = await database().alarm.count({ where: { subject: send.id, clearedAt: null } });
  return {
    ...{ status: payout.status, isFinal: payout.finalAt !== null, hasId: payout.transactionId !== null, alarms },
    send: [send.status, send.waitReason, send.refusalCount],
    events: events.map(({ event }) => event),
    webhooks: webhooks.map(({ eventStatus, keyKind }) => [eventStatus, keyKind]),
    entries: entries.map(({ kind, postings }) => [
      kind,
      ...postings.map(({ account, amount }) => `${account.kind} ${amount.toFixed()}`),
    ]),
    isTrusted: destination?.trustedAt != null,
  };
}

/** Payouts in every situation that is signed. */
async function ordersInAllSituations(rig: TogetherRig): Promise<string[]> {
  const url = { url_callback: "https://shop.example/webhook" };
  const waited = await order(url);
  const [prepared] = await preparedOf(rig.engine, [waited]);
  const [send] = prepared?.sends ?? [];
  if (send !== undefined) await deferSend(send, { reason: "refused", detail: "for the test" }, rig.engine.timing);
  const address = newAddress();
  const same = [await order({ address }), await order({ address })];
  return [await order(), await order(url), waited, ...same, await order({ amount: "7.5", is_subtract: false })];
}

test("payouts that are signed and settled together end as those that are handled alone", async () => {
  const rig = openTogetherRig();
  const [together, alone] = [await ordersInAllSituations(rig), await ordersInAllSituations(rig)];
  const outcomes = await signSends(rig.engine, await preparedOf(rig.engine, together), AHEAD);
  expect(outcomes.map(({ kind }) => kind)).toEqual(together.map(() => "signed"));
  for (const prepared of await preparedOf(rig.engine, alone)) await signSend(rig.engine, prepared, AHEAD);
  expect(await Promise.all(together.map(storyOf))).toEqual(await Promise.all(alone.map(storyOf)));
  const catalog = await loadCatalog();
  expect(await settleProven(rig.engine, catalog, await provenOf(together))).toEqual(together.map(() => true));
  for (const one of await provenOf(alone)) await settleProven(rig.engine, catalog, [one]);
  const stories = await Promise.all(together.map(storyOf));
  expect(stories).toEqual(await Promise.all(alone.map(storyOf)));
  expect(new Set(stories.map(({ status }) => status))).toEqual(new Set(["paid"]));
  expect(await bookDifferences()).toEqual([]);
  expect((await findBalance(inFlightCustody("bsc", "USDT"))).toFixed()).toBe("0");
  await expectGaplessNonces();
});

test("the stored bytes of each pay its own destination its own amount with its own nonce", async () => {
  const rig = openTogetherRig();
  const ids = await orders(5);
  await start(rig, ids);
  for (const id of ids) {
    const outgoing = await outgoingOf(id);
    const [version] = outgoing?.versions ?? [];
    const [send] = outgoing?.sends ?? [];
    const bytes = JSON.parse(Buffer.from(version?.raw ?? []).toString("utf8"));
    expect(bytes.source.nonce).toBe(`${outgoing?.nonce}`);
    expect(bytes.outputs).toHaveLength(1);
    expect(bytes.outputs[0].to.address).toBe(send?.toAddress);
    expect(fromBaseUnits(BigInt(bytes.outputs[0].units), USDT_DECIMALS).toFixed()).toBe(send?.amount.toFixed());
    expect(rig.broadcast).toContain(version?.transactionId);
  }
  expect(rig.broadcast).toHaveLength(5);
});

test("one whose merchant is blocked is deferred, and the others are signed with consecutive nonces", async () => {
  const rig = openTogetherRig();
  const other = await newPayer({ USDT: "100" });
  const [before, [held = ""], after] = [await orders(2), await orders(1, other), await orders(2)];
  await database().merchant.update({ where: { id: other.merchantId }, data: { payoutsBlockedAt: new Date() } });
  await start(rig, [...before, held, ...after]);
  expect(await stateOf(held)).toEqual(["queued", "blocked"]);
  expect(await statesOf([...before, ...after])).toEqual({ "sending ": 4 });
  await expectGaplessNonces();
  expect(await bookDifferences()).toEqual([]);
});

test("one whose approval is pending is deferred, and the others are signed", async () => {
  const rig = openTogetherRig();
  const [pending = "", ...others] = await orders(4);
  const subject = { kind: "payout" as const, subjectId: pending, merchantId: payer.merchantId };
  await database().review.create({
    data: { ...subject, reason: "approval", detail: "-", requestedById: payer.userId },
  });
  await start(rig, [pending, ...others]);
  expect(await stateOf(pending)).toEqual(["queued", "unverified"]);
  expect(await statesOf(others)).toEqual({ "sending ": 3 });
  await expectGaplessNonces();
});

test("one that cannot be written leaves nothing, and the others are signed one by one", async () => {
  const rig = openTogetherRig();
  const [broken = "", ...others] = await orders(4);
  await refusing("payouts", "id", broken, async () => {
    const all = await preparedOf(rig.engine, [broken, ...others]);
    await expect(signSends(rig.engine, all, AHEAD)).rejects.toThrow("refused for the test");
    expect(await statesOf([broken, ...others])).toEqual({ "queued ": 4 });
    await start(rig, [broken, ...others]);
  });
  expect(await stateOf(broken)).toEqual(["queued", null]);
  expect(await outgoingOf(broken)).toBeNull();
  expect(await statesOf(others)).toEqual({ "sending ": 3 });
  expect(rig.broadcast).toHaveLength(3);
  await expectGaplessNonces();
  expect(await bookDifferences()).toEqual([]);
});

test("each is decided with what the ones before it leave of the cap and of the places in flight", async () => {
  const rulesOf = (limit: Decimal) => {
    const cap = { kind: "coins" as const, setting: "OUTFLOW_CAPS_BSC", amounts: new Map([["USDT", limit]]) };
    return { withdrawalKeys: null, isReviewedOnly: false, cap };
  };
  const ids = [...(await orders(3)), await order({ amount: "1" })];
  const prepared = await preparedOf(openTogetherRig().engine, ids);
  const [first = ZERO, second = ZERO, , small = ZERO] = prepared.map(({ sends }) => sumOf(sends));
  const used = await database().$queryRaw<[{ sum: string }]>`
    SELECT coalesce(sum(s.amount), 0)::text AS sum FROM sends s WHERE s.outgoing_id IS NOT NULL AND s.currency_code = 'USDT'`;
  const rules = rulesOf(decimal(used[0].sum).plus(first).plus(second).plus(small));
  await start(openTogetherRig({ rules }), ids);
  expect(await Promise.all(ids.map(stateOf))).toEqual([
    ["sending", null],
    ["sending", null],
    ["queued", "cap"],
    ["sending", null],
  ]);
  const inFlight = (await database().outgoingTransaction.count({ where: { status: "signed" } })) + 2;
  const more = await orders(4);
  await start(openTogetherRig({ inFlightMax: inFlight }), more);
  expect(await statesOf(more)).toEqual({ "sending ": 2, "queued ": 2 });
  await expectGaplessNonces();
});

test("a batch that the hot wallet cannot pay in full signs only what it can pay", async () => {
  await fundHot("bsc", "USDC", "7");
  await grant(payer.merchantId, "USDC", "100");
  const ids = [await order({ currency: "USDC" }), await order({ currency: "USDC" }), await order({ currency: "USDC" })];
  const usdt = await order();
  await start(openTogetherRig(), [...ids, usdt]);
  expect(await statesOf(ids)).toEqual({ "sending ": 2, "queued funds": 1 });
  expect(await stateOf(usdt)).toEqual(["sending", null]);
  expect((await findBalance(hotCustody("bsc", "USDC"))).isNegative()).toBe(false);
  // The capital that paid the merchant.
  await fundHot("bsc", "USDC", "93");
  await expectGaplessNonces();
});

test("workers that sign the same payouts at the same moment use no nonce twice and leave no gap", async () => {
  const ids = await orders(30);
  const rigs = [openTogetherRig(), openTogetherRig(), openTogetherRig()];
  await Promise.all(rigs.map((rig, index) => start(rig, index === 1 ? ids.toReversed() : ids)));
  for (const rig of rigs) await start(rig, await unsigned(ids));
  expect(await statesOf(ids)).toEqual({ "sending ": 30 });
  await expectGaplessNonces();
  expect(await bookDifferences()).toEqual([]);
});

async function unsigned(ids: readonly string[]): Promise<string[]> {
  const rows = await database().send.findMany({ where: { purposeId: { in: [...ids] }, status: "queued" } });
  return rows.map(({ purposeId }) => purposeId);
}

test("a kill switch that is set while a batch is signed waits for it, and nothing of the next one is signed", async () => {
  const ids = await orders(60);
  let stopping = Promise.resolve();
  const rig = openTogetherRig({}, async (count) => {
    if (count !== 1) return;
    stopping = stopSends({ scope: "bsc", reason: "a drill", actorId: null });
    await until(async () => expect(await countLockWaits()).toBeGreaterThan(0));
  });
  await start(rig, ids);
  await stopping;
  expect(await statesOf(ids)).toEqual({ "sending ": 50, "queued stopped": 10 });
  const before = rig.broadcast.length;
  await start(openTogetherRig(), await unsigned(ids));
  expect(rig.broadcast).toHaveLength(before);
  expect(await statesOf(ids)).toEqual({ "sending ": 50, "queued stopped": 10 });
  await resumeSends({ scope: "bsc", actorId: null });
  await start(openTogetherRig(), await unsigned(ids));
  expect(await statesOf(ids)).toEqual({ "sending ": 60 });
  await expectGaplessNonces();
  expect(await bookDifferences()).toEqual([]);
});

test("workers that settle the same payouts at the same moment settle each once", async () => {
  const rig = openTogetherRig();
  const ids = await orders(20);
  await start(rig, ids);
  const catalog = await loadCatalog();
  const all = await provenOf(ids);
  const counts = await Promise.all(
    [all, all.toReversed(), all].map((found) =>
      settleSends(
        openTogetherRig().engine,
        catalog,
        found.map((one) => one.found),
        AHEAD,
      ),
    ),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  const stories = await Promise.all(ids.map(storyOf));
  expect(new Set(stories.map((story) => JSON.stringify(story))).size).toBe(1);
  expect(stories[0]?.status).toBe("paid");
  expect(await bookDifferences()).toEqual([]);
});

test("one that cannot be settled fails alone", async () => {
  const rig = openTogetherRig();
  const ids = await orders(4);
  await start(rig, ids);
  const [broken = "", ...sound] = ids;
  const found = (await provenOf(ids)).map((one) => one.found);
  const catalog = await loadCatalog();
  await refusing("payouts", "id", broken, async () => {
    expect(await settleSends(rig.engine, catalog, found, AHEAD)).toBe(3);
  });
  expect(await stateOf(broken)).toEqual(["sending", null]);
  expect(await statesOf(sound)).toEqual({ "confirmed ": 3 });
  expect(await settleSends(rig.engine, catalog, found.slice(0, 1), AHEAD)).toBe(1);
  expect(await bookDifferences()).toEqual([]);
});

test("a further payout of a batch costs no further statement", async () => {
  const { engine } = openTogetherRig();
  const catalog = await loadCatalog();
  const few = await preparedOf(engine, await orders(5));
  const many = await preparedOf(engine, await orders(25));
  const ofFew = (await sentStatements(() => signSends(engine, few, AHEAD))).length;
  const ofMany = (await sentStatements(() => signSends(engine, many, AHEAD))).length;
  expect(ofMany).toBeLessThanOrEqual(ofFew);
  const idsOf = (all: typeof few) => all.flatMap(({ sends }) => sends.map(({ purposeId }) => purposeId));
  const [provenFew, provenMany] = [await provenOf(idsOf(few)), await provenOf(idsOf(many))];
  const settledFew = (await sentStatements(() => settleProven(engine, catalog, provenFew))).length;
  const settledMany = (await sentStatements(() => settleProven(engine, catalog, provenMany))).length;
  expect(settledMany).toBeLessThanOrEqual(settledFew);
});

test("what is done for each of several payouts is in that payout's own trace", async () => {
  const { engine } = openTogetherRig();
  const traces = { signed: new Map<string, string | null>(), confirmed: new Map<string, string | null>() };
  const note = (step: keyof typeof traces, id: string) => void traces[step].set(id, currentTrace());
  onTestFinished(() => setSendOwner("payout", payoutSends));
  setSendOwner("payout", {
    ...payoutSends,
    signed: async (tx, send, ...rest) => {
      note("signed", send.purposeId);
      await payoutSends.signed(tx, send, ...rest);
    },
    confirmed: async (tx, send, ...rest) => {
      note("confirmed", send.purposeId);
      await payoutSends.confirmed(tx, send, ...rest);
    },
  });
  const ids = await orders(3);
  await signSends(engine, await preparedOf(engine, ids), AHEAD);
  await settleProven(engine, await loadCatalog(), await provenOf(ids));
  const own = new Map(ids.map((id) => [id, id]));
  expect(traces).toEqual({ signed: own, confirmed: own });
});
