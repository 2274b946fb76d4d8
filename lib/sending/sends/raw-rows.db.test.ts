import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundSends } from "@/lib/exceptions/refund-outcomes/refund-sends";
import { database, sqlState } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import { driveNetwork } from "@/lib/sending/sends/drive-network";
import type { Engine } from "@/lib/sending/sends/engine";
import type { OutflowRules } from "@/lib/sending/sends/outflow-rules";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import {
  type Coin,
  insertRawGas,
  insertRawPayout,
  insertRawSend,
  insertRawSweep,
  insertRawWithdrawal,
  type Omitted,
} from "@/lib/sending/sends/testing/raw-rows";
import { openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";
import { gasSends, sweepSends } from "@/lib/sending/sweeps/sweep-sends";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";
import { testRandom } from "@/lib/testing/random";

/**
 * Someone writes rows with the worker's database permissions but without its keys: tests what a
 * worker signs of them, with the real owners of each purpose.
 */

const CAP = "5";
const STEPS = 3;

let rig: ScriptedSends;
let coin: Coin;
let listed: string;
let rules: OutflowRules;
let engine: Engine;

beforeAll(async () => {
  rig = await openScriptedSends("expiring");
  coin = { networkCode: rig.network, currencyCode: rig.coin };
  listed = rig.externalAddress();
  const amounts = new Map([[rig.coin, decimal(CAP)]]);
  const cap = { kind: "coins", setting: "OUTFLOW_CAPS_TON", amounts } as const;
  rules = { cap, withdrawalKeys: new Set([listed]), isReviewedOnly: true };
  setSendOwner("payout", payoutSends);
  setSendOwner("refund", refundSends);
  setSendOwner("withdrawal", withdrawalSends);
  setSendOwner("sweep", sweepSends);
  setSendOwner("gas", gasSends);
  setSendOwner("consolidation", consolidationSends);
  rig.pay(rig.hotAddress, "1000");
  engine = rig.engine({}, rules);
  await rig.step(engine);
});
afterAll(() => rig.stop());
beforeEach(async () => {
  await database().send.updateMany({ where: { status: "queued" }, data: { status: "cancelled" } });
  await letHourPass();
});

/** Requires the permissions of the schema's owner. */
async function letHourPass(): Promise<void> {
  await database().$executeRaw`ALTER TABLE signed_transactions DISABLE TRIGGER signed_transactions_immutable`;
  await database().$executeRaw`UPDATE signed_transactions SET signed_at = signed_at - interval '1 hour'`;
  await database().$executeRaw`ALTER TABLE signed_transactions ENABLE TRIGGER signed_transactions_immutable`;
}

async function drive(by: Engine = engine): Promise<void> {
  for (let count = 0; count < STEPS; count += 1) {
    await rig.step(by);
    rig.chain.mine(1);
    await database().send.updateMany({ where: { status: "queued" }, data: { nextTryAt: new Date() } });
  }
}

async function heldBy(addresses: readonly string[]): Promise<Decimal> {
  let sum = ZERO;
  for (const address of addresses) sum = sum.plus(await rig.held(address));
  return sum;
}

const waitOf = async (id: string) => (await database().send.findUniqueOrThrow({ where: { id } })).waitReason;
const order = (address: string, amount = "1") => ({ ...coin, amount, address });

async function ownPlace(amount: string) {
  const address = await rig.ownAddress();
  rig.pay(address, amount);
  return database().address.findFirstOrThrow({ where: { address }, select: { id: true, address: true } });
}

describe("someone who inserts all rows of payouts", () => {
  test("gets no more than the cap within an hour, whatever the prices, and the same again in the next hour", async () => {
    await database().$executeRaw`
      INSERT INTO rates (source, currency_code, usd_price, observed_at) VALUES ('Sandbox', ${rig.coin}, 0.000001, now())`;
    const thieves = Array.from({ length: 8 }, () => rig.externalAddress());
    const random = testRandom("planted rows");
    for (const thief of thieves) await insertRawPayout(order(thief, `${random.whole(1, 3)}.${random.whole(10, 99)}`));
    await drive();
    const first = await heldBy(thieves);
    expect(first.gt("1"), first.toFixed()).toBe(true);
    expect(first.lte(CAP), first.toFixed()).toBe(true);
    expect(await alarmsAbout(`${rig.network}:${rig.coin}`)).toEqual(["outflow-cap"]);
    await letHourPass();
    await drive();
    const second = (await heldBy(thieves)).minus(first);
    expect([second.gt("1"), second.lte(CAP)], second.toFixed()).toEqual([true, true]);
  });

  test("gets no more from several workers that sign concurrently", async () => {
    const thieves = Array.from({ length: 12 }, () => rig.externalAddress());
    for (const thief of thieves) await insertRawPayout(order(thief));
    const workers = [rig.engine({}, rules), rig.engine({}, rules), rig.engine({}, rules)];
    await Promise.all(workers.map((worker) => driveNetwork(worker, AbortSignal.timeout(60_000))));
    await drive();
    expect((await heldBy(thieves)).toFixed()).toBe(CAP);
  });

  test("gets no more by marking a signed transaction as dead: it is signed again, and counts again", async () => {
    const thief = rig.externalAddress();
    const id = await insertRawPayout(order(thief, "3"));
    await rig.step(engine);
    const { outgoingId } = await database().send.findUniqueOrThrow({ where: { id } });
    expect(outgoingId).not.toBeNull();
    await database().expiredSend.create({ data: { outgoingId: outgoingId ?? "", sendId: id } });
    await database().outgoingTransaction.update({ where: { id: outgoingId ?? "" }, data: { status: "expired" } });
    await database().send.update({ where: { id }, data: { status: "queued", outgoingId: null } });
    await drive();
    expect((await heldBy([thief])).toFixed()).toBe("3");
    expect(await waitOf(id)).toBe("cap");
  });

  test("cannot make signed transactions smaller, older or deleted", async () => {
    await insertRawPayout(order(rig.externalAddress()));
    await drive();
    const db = database();
    const forgeries = [
      () => db.$executeRaw`UPDATE signed_transactions SET signed_at = now() - interval '2 hours'`,
      () => db.$executeRaw`DELETE FROM signed_transactions`,
      () => db.$executeRaw`DELETE FROM expired_sends`,
      () => db.$executeRaw`UPDATE sends SET amount = 0.000001 WHERE outgoing_id IS NOT NULL`,
      () => db.$executeRaw`UPDATE sends SET purpose = 'sweep' WHERE outgoing_id IS NOT NULL`,
      () => db.$executeRaw`UPDATE sends SET outgoing_id = NULL, status = 'queued' WHERE status = 'confirmed'`,
      () => db.$executeRaw`DELETE FROM sends`,
      () => db.$executeRaw`TRUNCATE signed_transactions CASCADE`,
    ];
    for (const forge of forgeries) {
      const state = await forge().then(
        (count) => `done with ${count}`,
        (error: unknown) => sqlState(error),
      );
      expect(state, forge.toString()).toBe("CT002");
    }
  });

  test("waits forever with a send above the cap, with an alarm", async () => {
    const id = await insertRawPayout(order(rig.externalAddress(), "5.01"));
    await drive();
    expect([await waitOf(id), await alarmsAbout(id)]).toEqual(["above-cap", ["send-above-cap"]]);
  });
});

describe("a payout or withdrawal", () => {
  test.each<[string, (order: Parameters<typeof insertRawPayout>[0], omitted: Omitted) => Promise<string>, Omitted]>([
    ["payout without an outflow row", insertRawPayout, "outflow"],
    ["payout without reserved funds of its merchant", insertRawPayout, "reservation"],
    ["payout ordered to another address", insertRawPayout, "order"],
    ["withdrawal without an audit log entry", insertRawWithdrawal, "audit"],
    ["withdrawal without reserved funds", insertRawWithdrawal, "reservation"],
  ])("(%s) is not signed, raises an alarm, and does not block others", async (_name, insertRaw, omitted) => {
    const other = rig.externalAddress();
    const id = await insertRaw(order(listed), omitted);
    await insertRawPayout(order(other));
    const before = await rig.held(listed);
    await drive();
    expect([await waitOf(id), await alarmsAbout(id)]).toEqual(["unverified", ["send-unverified"]]);
    const { message } = await database().alarm.findFirstOrThrow({ where: { subject: id } });
    expect(message).toMatch(/To end it, use "(Cancel payout|End send)" on \/operator\/sends\//);
    expect((await rig.held(listed)).minus(before).toFixed()).toBe("0");
    expect((await rig.held(other)).toFixed()).toBe("1");
  });
});

describe("a withdrawal", () => {
  test("is sent to an address of the worker's list, whatever the recent outflows, and to no other address", async () => {
    const thief = rig.externalAddress();
    const before = await rig.held(listed);
    await insertRawWithdrawal(order(listed, "40"));
    const id = await insertRawWithdrawal(order(thief, "1"));
    await drive();
    expect((await rig.held(listed)).minus(before).toFixed()).toBe("40");
    expect((await rig.held(thief)).toFixed()).toBe("0");
    expect([await waitOf(id), await alarmsAbout(id)]).toEqual(["not-allowlisted", ["withdrawal-not-allowlisted"]]);
  });
});

describe("a send that stays with the gateway", () => {
  test("is sent only to addresses of the seed, and never if its owner's record is missing", async () => {
    const thief = rig.externalAddress();
    const place = await ownPlace("9");
    const cases = [
      await insertRawSweep(order(thief, "3"), place),
      await insertRawSend("consolidation", randomUUID(), order(thief, "3")),
      await insertRawGas(order(thief, "3"), await ownPlace("9")),
      await insertRawSend("payout", randomUUID(), order(thief, "3"), place.address),
      await insertRawSend("refund", randomUUID(), order(thief, "3")),
    ];
    await drive();
    expect((await heldBy([thief])).toFixed()).toBe("0");
    for (const id of cases)
      expect([await waitOf(id), await alarmsAbout(id)]).toEqual(["unverified", ["send-unverified"]]);
  });

  test("leaves the hot wallet as gas up to the hourly cap and no further", async () => {
    const places = [await ownPlace("1"), await ownPlace("1"), await ownPlace("1")];
    const ids: string[] = [];
    for (const place of places) ids.push(await insertRawGas(order(place.address, "2"), place));
    await drive();
    const signed = await database().send.count({ where: { id: { in: ids }, outgoingId: { not: null } } });
    expect([signed, await database().send.count({ where: { id: { in: ids }, waitReason: "cap" } })]).toEqual([2, 1]);
  });
});

test("a change of a coin's decimals in the catalog prevents its sends", async () => {
  const thief = rig.externalAddress();
  const id = await insertRawPayout(order(thief));
  const of = { currencyCode_networkCode: { currencyCode: rig.coin, networkCode: rig.network } };
  await database().service.update({ where: of, data: { decimals: 10 } });
  clearCatalogCache();
  await rig.step(engine);
  await database().service.update({ where: of, data: { decimals: 9 } });
  clearCatalogCache();
  expect([await waitOf(id), (await rig.held(thief)).toFixed()]).toEqual(["unverified", "0"]);
});
