import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idOf } from "@/lib/chains/scripted/scripted-transaction";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { printSpends } from "@/lib/sending/sends/outgoing";
import { consolidationSends } from "@/lib/sending/sends/queue-send";
import { setSendOwner } from "@/lib/sending/sends/send-owner";
import { insertRawPayout, insertRawSend } from "@/lib/sending/sends/testing/raw-rows";
import { openScriptedSends, type ScriptedSends } from "@/lib/sending/sends/testing/scripted-sends";

/**
 * Someone inserts rows as if a transaction had been signed long ago and were stuck, so that a
 * worker would replace it and thereby sign it.
 */

const CAP = "5";
const FEE = "0.0000002";
const LONG_AGO = new Date(Date.now() - 86_400_000);

let rig: ScriptedSends;
let hasty: Engine;

beforeAll(async () => {
  rig = await openScriptedSends("coins");
  setSendOwner("payout", payoutSends);
  setSendOwner("consolidation", consolidationSends);
  const cap = { kind: "coins", setting: "OUTFLOW_CAPS_BTC", amounts: new Map([[rig.coin, decimal(CAP)]]) } as const;
  const engine = rig.engine({ replaceMs: 0 }, { cap, withdrawalKeys: new Set(), isReviewedOnly: true });
  hasty = { ...engine, driver: { ...engine.driver, outbids: () => true } };
  for (let count = 0; count < 8; count += 1) rig.pay(rig.hotAddress, "20");
  await rig.step(hasty);
});
afterAll(() => rig.stop());

/** Marks the send as in flight with a transaction that nobody has signed. */
async function insertRawVersion(sendId: string): Promise<void> {
  const [coin] = await listSpendable(rig.network, 1);
  if (coin === undefined) throw new Error("no coin is free");
  const of = { networkCode: rig.network, fromAddress: rig.hotAddress, feeMax: FEE, createdAt: LONG_AGO };
  const { id: outgoingId } = await database().outgoingTransaction.create({ data: of, select: { id: true } });
  const transactionId = idOf(randomUUID());
  const spends = printSpends({ kind: "coins", coins: [coin] });
  const fee = { feeTerms: "20", feePriority: "recommended", feeExpected: FEE, feeMax: FEE } as const;
  await database().signedTransaction.create({
    data: {
      ...{ outgoingId, version: 1, networkCode: rig.network, transactionId, spends, ...fee },
      ...{ raw: Uint8Array.from([1]), signedAt: LONG_AGO },
    },
  });
  const { transactionId: made, index } = coin;
  await database().coin.updateMany({ where: { transactionId: made, index }, data: { outgoingId } });
  await database().send.update({ where: { id: sendId }, data: { status: "sending", outgoingId } });
}

const order = (address: string, amount: string) => {
  return { networkCode: rig.network, currencyCode: rig.coin, amount, address };
};

test("unsigned rows are replaced by no more than the hourly cap, and never leave under a purpose that stays with the gateway", async () => {
  const [greedy, first, second, elsewhere] = [
    rig.externalAddress(),
    rig.externalAddress(),
    rig.externalAddress(),
    rig.externalAddress(),
  ];
  await insertRawVersion(await insertRawPayout(order(greedy, "15")));
  await insertRawVersion(await insertRawPayout(order(first, "4")));
  await insertRawVersion(await insertRawPayout(order(second, "4")));
  await insertRawVersion(await insertRawSend("consolidation", randomUUID(), order(elsewhere, "3")));
  for (let count = 0; count < 4; count += 1) {
    await rig.step(hasty);
    rig.chain.mine(1);
  }
  expect((await rig.held(greedy)).toFixed()).toBe("0");
  expect((await rig.held(elsewhere)).toFixed()).toBe("0");
  expect((await rig.held(first)).plus(await rig.held(second)).toFixed()).toBe("4");
});

test("a blocked replacement raises an alarm until it is allowed", async () => {
  const [tooMuch, astray] = [
    await insertRawPayout(order(rig.externalAddress(), "6")),
    await insertRawSend("consolidation", randomUUID(), order(rig.externalAddress(), "3")),
  ];
  for (const id of [tooMuch, astray]) await insertRawVersion(id);
  await rig.step(hasty);
  expect([await alarmsAbout(tooMuch), await alarmsAbout(astray)]).toEqual([["send-above-cap"], ["send-unverified"]]);
  const cap = { kind: "coins", setting: "OUTFLOW_CAPS_BTC", amounts: new Map([[rig.coin, decimal("100")]]) } as const;
  await rig.step({ ...hasty, rules: { ...hasty.rules, cap } });
  expect([await alarmsAbout(tooMuch), await alarmsAbout(astray)]).toEqual([[], ["send-unverified"]]);
});
