import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Coin } from "@/lib/chains/spending";
import { database, withTransaction } from "@/lib/kernel/db";
import { hotCustody, networkCosts } from "@/lib/ledger/account";
import { COIN_RULES } from "@/lib/ledger/deposit-rules-repo";
import { findBalance } from "@/lib/ledger/holdings";
import { rulesBrokenBy } from "@/lib/ledger/testing/insert-difference";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { JOINED_LEAST } from "@/lib/sending/sends/choose-small-coins";
import { consolidate } from "@/lib/sending/sends/consolidate";
import type { Engine } from "@/lib/sending/sends/engine";
import { parseSpends } from "@/lib/sending/sends/outgoing";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { cancelQueued } from "@/lib/sending/sends/repo";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { listDiscrepancies, openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

const SMALL = 85;
/** Enough, together with what is left by then, to exceed the limit again. */
const FURTHER = 60;
const LARGE = 20;
const SMALL_UNITS = 1_000n;

let rig: ScriptedSends;
let engine: Engine;

beforeAll(async () => {
  rig = await openScriptedSends("coins");
  ownSends();
  setSendOwner("consolidation", consolidationSends);
});
afterAll(() => rig?.stop());
beforeEach(() => {
  engine = rig.engine();
});

/** Reads and books payments while the network may not sign. */
async function fund(amounts: readonly string[]): Promise<void> {
  rig.payTogether(rig.hotAddress, amounts);
  await rig.step({ ...engine, driver: withoutJoining(engine) });
}

function withoutJoining({ driver }: Engine): Engine["driver"] {
  const { joinCoins: _left, ...rest } = driver;
  return rest;
}

const consolidations = (where: object = {}) =>
  database().send.findMany({
    where: { purpose: "consolidation", ...where },
    include: { outgoing: { include: { versions: { orderBy: { version: "asc" } } } } },
    orderBy: { createdAt: "asc" },
  });

async function coinsOfLast(): Promise<readonly Coin[]> {
  const spends = (await consolidations()).at(-1)?.outgoing?.versions[0]?.spends;
  const parsed = parseSpends(spends ?? "");
  return parsed.kind === "coins" ? parsed.coins : [];
}

/** Transactions in flight are looked up at every second step. */
async function steps(of: Engine = engine): Promise<void> {
  for (let count = 0; count < 3; count += 1) await rig.step(of);
}

async function settle(): Promise<void> {
  rig.chain.mine(1);
  await steps({ ...engine, driver: withoutJoining(engine) });
}

test("few UTXOs are left unchanged", async () => {
  await fund(Array.from({ length: LARGE }, () => "1"));
  await steps();
  expect(await consolidations()).toEqual([]);
});

test("while fees are high or nothing may be signed, nothing is consolidated", async () => {
  await fund(Array.from({ length: SMALL }, () => "0.00001"));
  const joinCoins: Engine["driver"]["joinCoins"] = async (request, signal) =>
    request.isUrgent ? ((await engine.driver.joinCoins?.(request, signal)) ?? null) : null;
  await rig.step({ ...engine, driver: { ...engine.driver, joinCoins } });
  await database().sendStop.create({ data: { scope: rig.network, kind: "operator", reason: "a test" } });
  await rig.step(engine);
  expect(await consolidations()).toEqual([]);
  await database().sendStop.deleteMany();
});

test("while a payout waits, due or not, its UTXOs are left to it", async () => {
  const toAddress = rig.externalAddress();
  const payout = await createSend({ networkCode: rig.network, currencyCode: rig.coin, amount: "1", toAddress });
  const waits = { waitReason: "fee", waitDetail: "fees are high", waitingSince: new Date() };
  await database().send.update({
    where: { id: payout.id },
    data: { ...waits, nextTryAt: new Date(Date.now() + 600_000) },
  });
  await steps();
  expect(await consolidations()).toEqual([]);
  expect(await withTransaction((tx) => cancelQueued(tx, payout.purpose, payout.purposeId))).toBe(true);
});

test("of many workers one consolidates the smallest UTXOs, at the cost of its fee only, while payouts continue", async () => {
  const [locked] = (await listSpendable(rig.network, 1_000)).filter(({ units }) => units === SMALL_UNITS);
  await database().coin.updateMany({
    where: { transactionId: locked?.transactionId ?? "", index: locked?.index ?? -1 },
    data: { lockedUntil: 1_000_000n },
  });
  const before = await listSpendable(rig.network, 1_000);
  const booked = await findBalance(hotCustody(rig.network, rig.coin));
  await Promise.all([engine, rig.engine(), rig.engine()].map((one) => rig.step(one)));
  const [send, ...more] = await consolidations();
  expect(more).toEqual([]);
  expect(send).toMatchObject({ status: "sending", toAddress: rig.hotAddress, purposeId: send?.id });
  const spent = await coinsOfLast();
  expect(spent.length).toBeGreaterThan(40);
  expect(spent.every(({ units }) => units === SMALL_UNITS)).toBe(true);
  expect(spent).not.toContainEqual(locked);
  expect(await listDiscrepancies(rig)).toEqual([expect.stringContaining("are in flight")]);
  const amount = "2.5";
  const toAddress = rig.externalAddress();
  const payout = await createSend({ networkCode: rig.network, currencyCode: rig.coin, amount, toAddress });
  await rig.step(engine);
  await settle();
  expect((await sendRow(payout.id)).status).toBe("confirmed");
  expect((await consolidations()).map(({ status }) => status)).toEqual(["confirmed"]);
  expect(await listSpendable(rig.network, 1_000)).toHaveLength(before.length - spent.length + 1 - 3 + 1);
  const cost = (await findBalance(networkCosts(rig.coin))).abs();
  expect(cost.isZero()).toBe(false);
  const left = booked.minus(amount).minus(cost);
  expect((await findBalance(hotCustody(rig.network, rig.coin))).toFixed()).toBe(left.toFixed());
  expect(await listDiscrepancies(rig)).toEqual([]);
  await rig.step(engine);
  expect(await consolidations()).toHaveLength(1);
});

test("a stuck one is replaced with the same UTXOs plus one small one; what a reorganisation removes returns", async () => {
  await fund(Array.from({ length: FURTHER }, () => "0.00001"));
  await rig.step(engine);
  const first = await coinsOfLast();
  const largest = (await listSpendable(rig.network, 1))[0];
  const hasty = rig.engine({ replaceMs: 0 });
  await rig.step({ ...hasty, driver: { ...withoutJoining(hasty), outbids: () => true } });
  const outgoing = (await consolidations()).at(-1)?.outgoing;
  expect(outgoing?.version).toBeGreaterThan(1);
  const second = parseSpends(outgoing?.versions[1]?.spends ?? "");
  const further = second.kind === "coins" ? second.coins.slice(first.length) : [];
  expect(further).toHaveLength(1);
  expect(further[0]?.units).toBeLessThan(largest?.units ?? 0n);
  await settle();
  expect((await consolidations()).map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
  rig.chain.reorganise(1, []);
  rig.chain.mine(1);
  await rig.step({ ...engine, driver: withoutJoining(engine) });
  await settle();
  expect(await consolidations({ status: { not: "confirmed" } })).toEqual([]);
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test("while one is unconfirmed no other is signed; for a payout at most four of them", async () => {
  await fund(Array.from({ length: 2 * FURTHER }, () => "0.00001"));
  const joinCoins: Engine["driver"]["joinCoins"] = async (request, signal) => {
    const candidates = request.candidates.slice(0, JOINED_LEAST);
    return (await engine.driver.joinCoins?.({ ...request, candidates }, signal)) ?? null;
  };
  const frugal = { ...engine, driver: { ...engine.driver, joinCoins } };
  const waiting = { status: "sending" };
  await steps(frugal);
  // As many UTXOs as before, and nothing else to do.
  expect((await listSpendable(rig.network, 1_000)).length).toBeGreaterThan(100);
  expect(await consolidations(waiting)).toHaveLength(1);
  const toAddress = rig.externalAddress();
  const payout = await createSend({ networkCode: rig.network, currencyCode: rig.coin, amount: "0.01", toAddress });
  const occasion = { short: [payout], isIdle: false };
  const catalog = await loadCatalog();
  for (let count = 0; count < 5; count += 1) await consolidate(frugal, catalog, occasion, AbortSignal.timeout(60_000));
  expect((await listSpendable(rig.network, 1_000)).length).toBeGreaterThan(2 * JOINED_LEAST);
  expect(await consolidations(waiting)).toHaveLength(4);
  await rig.step({ ...engine, driver: withoutJoining(engine) });
  await settle();
  expect(await consolidations(waiting)).toEqual([]);
  expect((await sendRow(payout.id)).status).toBe("confirmed");
  expect(await listDiscrepancies(rig)).toEqual([]);
});

test.each([
  "UPDATE journal_entries SET kind = 'gas.settle' WHERE kind = 'consolidation.settle'",
  "UPDATE sends SET amount = amount + 1 WHERE purpose = 'consolidation'",
  "UPDATE sends SET to_address = 'elsewhere' WHERE purpose = 'consolidation'",
])("the audit detects a violation of the rules for consolidations: %s", async (violate) => {
  expect(await rulesBrokenBy(COIN_RULES, violate)).toEqual(
    expect.arrayContaining([expect.stringContaining("Every consolidation")]),
  );
});
