import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as refund } from "@/app/v1/wallet/blocked-address-refund/route";
import { type Answer, call } from "@/lib/api/testing/call-api";
import { closeDatabase, database } from "@/lib/db";
import { openGateway } from "@/lib/invoices/testing/gateway-rig";
import { EVM_ADDRESS, newPayer, type Payer, setService } from "@/lib/payouts/testing/payout-rig";
import { planBlockedRefund } from "@/lib/refunds/plan-blocked-refund";
import { blockWallet } from "@/lib/wallets/block-wallet";
import { newWallet, topUp } from "@/lib/wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/wallets/wallet";

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

async function hold(wallet: StaticWallet, amount: string, refundedAt: Date | null = null): Promise<void> {
  const depositId = await topUp(wallet, { amount });
  await database().walletHold.create({ data: { depositId, inclusion: 0, walletId: wallet.id, amount, refundedAt } });
}

const DONE = "Server error";

describe("POST /v1/wallet/blocked-address-refund", () => {
  test("judges everything and then refuses, because nothing can be sent yet", async () => {
    const { payer, wallet } = await newBlocked();
    expect(await ask(payer, { uuid: wallet.id })).toBe(DONE);
    expect(await ask(payer, { order_id: wallet.orderId })).toBe(DONE);
    expect(await database().walletHold.count({ where: { walletId: wallet.id, refundedAt: null } })).toBe(1);
  });

  test("would send all that is held, less the fee, in one sum", async () => {
    const { payer, wallet } = await newBlocked({ holds: ["5", "2.5", "0.000000000000000001"] });
    const input = { uuid: wallet.id, order_id: null, address: EVM_ADDRESS };
    const plan = await planBlockedRefund(payer.merchantId, input, async () => false);
    const amounts = [plan.heldAmount, plan.sentAmount, plan.commission].map((amount) => amount.toFixed());
    expect(amounts).toEqual(["7.500000000000000001", "7.400000000000000001", "0.1"]);
  });

  test("the uuid decides when both ids are given", async () => {
    const { payer, wallet } = await newBlocked();
    expect(await ask(payer, { uuid: wallet.id, order_id: "another" })).toBe(DONE);
    expect(await ask(payer, { uuid: randomUUID(), order_id: wallet.orderId })).toBe("Not found");
  });

  test("Not found: an unknown wallet, and another merchant's", async () => {
    const { wallet } = await newBlocked();
    const other = await newPayer();
    expect(await ask(other, { uuid: wallet.id })).toBe("Not found");
    expect(await ask(other, { order_id: wallet.orderId })).toBe("Not found");
  });

  test("You can withdraw only once: after a refund, and after blocking with a forced refund", async () => {
    const { payer, wallet } = await newBlocked();
    await hold(wallet, "3", new Date());
    expect(await ask(payer, { uuid: wallet.id })).toBe("You can withdraw only once");
    const forced = await newBlocked({ isForced: true });
    expect(await ask(forced.payer, { uuid: forced.wallet.id })).toBe("You can withdraw only once");
  });

  test("Refund is in process: one is under way", async () => {
    const { payer, wallet } = await newBlocked();
    const input = { uuid: wallet.id, order_id: null, address: EVM_ADDRESS };
    await expect(planBlockedRefund(payer.merchantId, input, async () => true)).rejects.toThrow("Refund is in process");
  });

  test("Nothing to withdraw: nothing came, what came has vanished, or the wallet is not blocked", async () => {
    const { payer, wallet } = await newBlocked({ holds: [] });
    expect(await ask(payer, { uuid: wallet.id })).toBe("Nothing to withdraw");
    await hold(wallet, "5");
    await database().walletHold.updateMany({ where: { walletId: wallet.id }, data: { reversedAt: new Date() } });
    expect(await ask(payer, { uuid: wallet.id })).toBe("Nothing to withdraw");
    const active = await newWallet(payer.merchantId);
    expect(await ask(payer, { uuid: active.id })).toBe("Nothing to withdraw");
  });

  test("The amount is too small: below the coin's minimum, or eaten by the fee", async () => {
    const { payer, wallet } = await newBlocked({ holds: ["0.49999999"] });
    expect(await ask(payer, { uuid: wallet.id })).toBe("The amount is too small");
    await hold(wallet, "0.00000001");
    expect(await ask(payer, { uuid: wallet.id })).toBe(DONE);
  });

  test("The service was not found: the coin is paid out no more", async () => {
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
