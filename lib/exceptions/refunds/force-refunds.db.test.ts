import { getAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EVM_EXCHANGES } from "@/lib/exceptions/refunds/exchanges/addresses";
import { forceRefunds } from "@/lib/exceptions/refunds/force-refunds";
import { refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { breakRefund, confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { oneNode } from "@/lib/exceptions/refunds/testing/sender-nodes";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { EVM_ADDRESS, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(100);
});
afterAll(closeDatabase);

const contracts = new Set<string>();
let isNodeSilent = false;
beforeEach(() => {
  isNodeSilent = false;
});

/** Runs one pass of the worker with a node that knows accounts and contracts. */
async function pass(): Promise<void> {
  const kindOf = (address: string) => (contracts.has(address) ? "contract" : "account");
  const driver = oneNode((address) => (isNodeSilent ? null : { kind: kindOf(address), active: true }));
  await forceRefunds([{ network: { code: "bsc" }, driver }], new AbortController().signal);
}

async function newForced(): Promise<{ payer: Payer; wallet: StaticWallet }> {
  const payer = await newPayer();
  const wallet = await newWallet(payer.merchantId);
  await blockWallet(payer.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: true });
  return { payer, wallet };
}

/** Returns the sender in the notation of a refund. */
async function hold(wallet: StaticWallet, amount: string, sender?: string | null): Promise<string> {
  const id = await topUp(wallet, { amount });
  if (sender !== undefined)
    await database().$executeRaw`UPDATE deposits SET from_address = ${sender} WHERE id = ${id}::uuid`;
  await settleWallet(wallet.id);
  const { fromAddress } = await database().deposit.findUniqueOrThrow({ where: { id } });
  return fromAddress === null ? "" : getAddress(fromAddress);
}

const refundsOf = async ({ id }: StaticWallet) =>
  (await database().refund.findMany({ where: { walletId: id }, orderBy: { amount: "asc" } })).map(
    ({ address, amount, sentAmount, status }) => [address, amount.toFixed(), sentAmount.toFixed(), status],
  );
const reasonsOf = async ({ id }: StaticWallet) =>
  (await database().walletHold.findMany({ where: { walletId: id }, orderBy: { amount: "asc" } })).map(
    (row) => row.addressRequiredReason,
  );

const refund = async (payer: Payer, wallet: StaticWallet) =>
  refundBlockedWallet(await getMerchant(payer.merchantId), { uuid: wallet.id, order_id: null, address: EVM_ADDRESS });

describe("a wallet blocked with a forced refund", () => {
  test("sends each held deposit back to its sender, less the fee, once, even with concurrent workers", async () => {
    const { wallet } = await newForced();
    const [first, second] = [await hold(wallet, "5"), await hold(wallet, "7")];
    await Promise.all([pass(), pass(), pass()]);
    expect(await refundsOf(wallet)).toEqual([
      [first, "5", "4.9", "process"],
      [second, "7", "6.9", "process"],
    ]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("keeps refunding new deposits after the first refund is paid", async () => {
    const { wallet } = await newForced();
    await hold(wallet, "5");
    await pass();
    await confirmRefund(await liveRefund({ walletId: wallet.id }));
    await hold(wallet, "6");
    await pass();
    expect((await refundsOf(wallet)).map(([, amount, , status]) => [amount, status])).toEqual([
      ["5", "paid"],
      ["6", "process"],
    ]);
  });

  test("holds deposits from a contract, an exchange, an address of the gateway or an unknown sender, with the reason", async () => {
    const { payer, wallet } = await newForced();
    const exchange = EVM_EXCHANGES["Binance"]?.[0];
    const contract = "0x00000000219ab540356cBB839Cbe05303d7705Fa";
    contracts.add(contract);
    const other = await newWallet(payer.merchantId);
    await hold(wallet, "1", contract);
    await hold(wallet, "2", exchange);
    await hold(wallet, "3", other.address);
    await hold(wallet, "4", null);
    await pass();
    expect(await refundsOf(wallet)).toEqual([]);
    expect(await reasonsOf(wallet)).toEqual([
      expect.stringContaining("contract"),
      expect.stringContaining("Binance"),
      expect.stringContaining("refunds are not allowed"),
      expect.stringContaining("sender is unknown"),
    ]);
    // A refund to a given address includes all of these, and only these.
    await hold(wallet, "50");
    expect(await refund(payer, wallet)).toEqual({ commission: "0.10000000", amount: "9.90000000" });
    await pass();
    expect((await refundsOf(wallet)).map(([, amount]) => amount)).toEqual(["10", "50"]);
    await expect(refund(payer, wallet)).rejects.toThrow("refund_in_process");
    for (const { id } of await database().refund.findMany({ where: { walletId: wallet.id } })) await confirmRefund(id);
    await expect(refund(payer, wallet)).rejects.toThrow("refunded_once_only");
    expect(await bookDifferences()).toEqual([]);
  });

  test("holds an amount below the coin's minimum, with the reason", async () => {
    const { wallet } = await newForced();
    await hold(wallet, "0.3");
    await pass();
    expect([await refundsOf(wallet), await reasonsOf(wallet)]).toEqual([[], [expect.stringContaining("too small")]]);
  });

  test("does not retry a failed refund: the reason stays recorded, and an address can be given", async () => {
    const { payer, wallet } = await newForced();
    await hold(wallet, "5");
    await pass();
    await breakRefund(await liveRefund({ walletId: wallet.id }), "the token refuses its receiver");
    await pass();
    expect((await refundsOf(wallet)).map(([, , , status]) => status)).toEqual(["fail"]);
    expect(await reasonsOf(wallet)).toEqual([expect.stringContaining("the token refuses its receiver")]);
    expect(await refund(payer, wallet)).toEqual({ commission: "0.10000000", amount: "4.90000000" });
    expect(await bookDifferences()).toEqual([]);
  });

  test("waits while no node responds or the merchant may not pay out, and then refunds", async () => {
    const { payer, wallet } = await newForced();
    await hold(wallet, "5");
    isNodeSilent = true;
    await pass();
    isNodeSilent = false;
    await database().merchant.update({ where: { id: payer.merchantId }, data: { payoutsBlockedAt: new Date() } });
    await pass();
    expect([await refundsOf(wallet), await reasonsOf(wallet)]).toEqual([[], [null]]);
    await database().merchant.update({ where: { id: payer.merchantId }, data: { payoutsBlockedAt: null } });
    await pass();
    expect(await refundsOf(wallet)).toHaveLength(1);
  });

  test("ordered by a second block call, refunds what was already held", async () => {
    const payer = await newPayer();
    const wallet = await newWallet(payer.merchantId);
    const ids = { uuid: wallet.id, order_id: null };
    await blockWallet(payer.merchantId, { ...ids, is_force_refund: false });
    await hold(wallet, "5");
    await pass();
    expect(await refundsOf(wallet)).toEqual([]);
    await blockWallet(payer.merchantId, { ...ids, is_force_refund: true });
    await pass();
    expect(await refundsOf(wallet)).toHaveLength(1);
  });
});
