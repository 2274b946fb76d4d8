import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as refund } from "@/app/v1/wallet/blocked-address-refund/route";
import { breakRefund, confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, openGateway, vanish } from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { EVM_ADDRESS, newPayer, type Payer, setService } from "@/lib/money-out/payouts/testing/payout-rig";

beforeAll(async () => {
  await openGateway(60);
});
afterAll(closeDatabase);

const outcome = ({ json }: Answer) => json.message ?? json.errors ?? json.result;
const ask = async (payer: Payer, fields: Record<string, unknown>) =>
  outcome(await call(refund, payer.byPaymentKey, { address: EVM_ADDRESS, ...fields }));

async function newBlocked(options: { isForced?: boolean; holds?: readonly string[] } = {}) {
  const payer = await newPayer();
  const wallet = await newWallet(payer.merchantId, { order_id: randomUUID().slice(0, 32) });
  await block(payer, wallet, options.isForced ?? false);
  for (const amount of options.holds ?? ["5"]) await hold(wallet, amount);
  return { payer, wallet };
}

const block = (payer: Payer, wallet: StaticWallet, isForced: boolean) =>
  blockWallet(payer.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: isForced });

/** Holds a deposit as the worker does. */
async function hold(wallet: StaticWallet, amount: string): Promise<string> {
  const depositId = await topUp(wallet, { amount });
  await settleWallet(wallet.id);
  return depositId;
}

const live = (wallet: StaticWallet) => liveRefund({ walletId: wallet.id });

const DONE = { commission: "0.10000000", amount: "4.90000000" };

describe("POST /v1/wallet/blocked-address-refund", () => {
  test("sends the sum of all held deposits, less the fee, once", async () => {
    const { payer, wallet } = await newBlocked({ holds: ["5", "2.5", "0.000000000000000001"] });
    const answer = await call(refund, payer.byPaymentKey, { order_id: wallet.orderId, address: EVM_ADDRESS });
    expect(answer.json).toEqual({ state: 0, result: { commission: "0.10000000", amount: "7.400000000000000001" } });
    const send = await database().send.findFirstOrThrow({ where: { purposeId: await live(wallet) } });
    expect([send.toAddress, send.amount.toFixed()]).toEqual([EVM_ADDRESS, "7.400000000000000001"]);
    await confirmRefund(await live(wallet));
    expect(await database().walletHold.count({ where: { walletId: wallet.id, refundedAt: null } })).toBe(0);
    expect(await ask(payer, { uuid: wallet.id })).toBe("You can withdraw only once");
    expect(await bookDifferences()).toEqual([]);
  });

  test("includes confirmed deposits that no worker has settled yet", async () => {
    const { payer, wallet } = await newBlocked();
    await topUp(wallet, { amount: "3" });
    expect(await ask(payer, { uuid: wallet.id })).toEqual({ commission: "0.10000000", amount: "7.90000000" });
  });

  test("the uuid decides when both ids are given", async () => {
    const { payer, wallet } = await newBlocked();
    expect(await ask(payer, { uuid: randomUUID(), order_id: wallet.orderId })).toBe("Not found");
    expect(await ask(payer, { uuid: wallet.id, order_id: "another" })).toEqual(DONE);
  });

  test("Not found: an unknown wallet, and another merchant's", async () => {
    const { wallet } = await newBlocked();
    const other = await newPayer();
    expect(await ask(other, { uuid: wallet.id })).toBe("Not found");
    expect(await ask(other, { order_id: wallet.orderId })).toBe("Not found");
  });

  test("You can withdraw only once: after a refund, and after blocking with a forced refund", async () => {
    const { payer, wallet } = await newBlocked();
    expect(await ask(payer, { uuid: wallet.id })).toEqual(DONE);
    await confirmRefund(await live(wallet));
    await hold(wallet, "3");
    expect(await ask(payer, { uuid: wallet.id })).toBe("You can withdraw only once");
    const opened = await database().case.findFirstOrThrow({ where: { walletId: wallet.id } });
    expect([opened.kind, opened.status, opened.amount.toFixed()]).toEqual(["extra", "open", "3"]);
    const forced = await newBlocked({ isForced: true });
    expect(await ask(forced.payer, { uuid: forced.wallet.id })).toBe("You can withdraw only once");
  });

  test("Refund is in process: one is pending; if it fails everything may be withdrawn again", async () => {
    const { payer, wallet } = await newBlocked();
    expect(await ask(payer, { uuid: wallet.id })).toEqual(DONE);
    expect(await ask(payer, { uuid: wallet.id })).toBe("Refund is in process");
    await breakRefund(await live(wallet));
    expect(await ask(payer, { uuid: wallet.id })).toEqual(DONE);
    expect(await bookDifferences()).toEqual([]);
  });

  test("of two concurrent calls one withdraws", async () => {
    const { payer, wallet } = await newBlocked();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(payer, { uuid: wallet.id })));
    expect(answers.filter((answer) => typeof answer === "object")).toEqual([DONE]);
    expect(new Set(answers.filter((answer) => typeof answer === "string"))).toEqual(new Set(["Refund is in process"]));
    expect(await database().refund.count({ where: { walletId: wallet.id } })).toBe(1);
  });

  test("a concurrent deposit is included, or becomes a case: never both, never neither", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { payer, wallet } = await newBlocked();
      await topUp(wallet, { amount: "2" });
      const [answer] = await Promise.all([ask(payer, { uuid: wallet.id }), settleWallet(wallet.id)]);
      await settleWallet(wallet.id);
      const cases = await database().case.count({ where: { walletId: wallet.id } });
      expect([answer.amount, cases]).toEqual(cases === 0 ? ["6.90000000", 0] : ["4.90000000", 1]);
    }
    expect(await bookDifferences()).toEqual([]);
  });

  test("a payment confirmed while the wallet is being blocked is credited before, or refunded after", async () => {
    for (let round = 0; round < 5; round += 1) {
      const payer = await newPayer();
      const wallet = await newWallet(payer.merchantId);
      await topUp(wallet, { amount: "5" });
      await Promise.all([block(payer, wallet, false), settleWallet(wallet.id)]);
      const answer = await ask(payer, { uuid: wallet.id });
      const credited = await database().invoice.count({ where: { walletId: wallet.id } });
      expect(answer).toEqual(credited === 1 ? "Nothing to withdraw" : DONE);
    }
    expect(await bookDifferences()).toEqual([]);
  });

  test("Server error: one of the held deposits has vanished for now, and would be left behind for good", async () => {
    const { payer, wallet } = await newBlocked();
    await vanish(await hold(wallet, "3"), false);
    expect(await ask(payer, { uuid: wallet.id })).toBe("Server error");
  });

  test("Nothing to withdraw: no deposit, only vanished ones, or the wallet is not blocked", async () => {
    const { payer, wallet } = await newBlocked({ holds: [] });
    expect(await ask(payer, { uuid: wallet.id })).toBe("Nothing to withdraw");
    const doubtful = await hold(wallet, "5");
    await vanish(doubtful, false);
    expect(await ask(payer, { uuid: wallet.id })).toBe("Nothing to withdraw");
    await vanish(doubtful, true);
    await settleWallet(wallet.id);
    expect(await ask(payer, { uuid: wallet.id })).toBe("Nothing to withdraw");
    const active = await newWallet(payer.merchantId);
    expect(await ask(payer, { uuid: active.id })).toBe("Nothing to withdraw");
  });

  test("The amount is too small: below the coin's minimum, or consumed by the fee", async () => {
    const { payer, wallet } = await newBlocked({ holds: ["0.49999999"] });
    expect(await ask(payer, { uuid: wallet.id })).toBe("The amount is too small");
    await hold(wallet, "0.00000001");
    expect(await ask(payer, { uuid: wallet.id })).toEqual({ commission: "0.10000000", amount: "0.40000000" });
  });

  test("The service was not found: payouts in the coin are disabled", async () => {
    const { payer, wallet } = await newBlocked();
    await setService("USDT", "bsc", { isPayoutEnabled: false });
    expect(await ask(payer, { uuid: wallet.id })).toBe("The service was not found");
    await setService("USDT", "bsc", { isPayoutEnabled: true });
  });

  test("You are forbidden: payouts are blocked", async () => {
    const { payer, wallet } = await newBlocked();
    await database().merchant.update({ where: { id: payer.merchantId }, data: { payoutsBlockedAt: new Date() } });
    expect(await ask(payer, { uuid: wallet.id })).toBe("You are forbidden");
  });

  const WRONG: readonly (readonly [Record<string, unknown>, Record<string, string[]>])[] = [
    [{ uuid: null }, { uuid: ["validation.required_without"], order_id: ["validation.required_without"] }],
    [{ uuid: "7" }, { uuid: ["validation.regex"] }],
    [{ order_id: "a".repeat(33) }, { order_id: ["validation.max.string"] }],
    [{ address: null }, { address: ["validation.required"] }],
    [{ address: "a".repeat(9) }, { address: ["validation.min.string"] }],
    [{ address: "a".repeat(129) }, { address: ["validation.max.string"] }],
    [{ address: "0x:1234567890" }, { address: ["validation.regex"] }],
    [{ address: "a".repeat(40) }, { address: ["validation.address.format"] }],
    [{ address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" }, { address: ["validation.address.network"] }],
  ];
  test("what is wrong with a parameter is said by name", async () => {
    const { payer, wallet } = await newBlocked();
    for (const [fields, errors] of WRONG)
      expect([fields, await ask(payer, { uuid: wallet.id, ...fields })]).toEqual([fields, errors]);
    expect(await ask(payer, { uuid: wallet.id, address: wallet.address })).toEqual({
      address: ["validation.address.own"],
    });
  });
});
