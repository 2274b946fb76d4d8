import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, newMerchant, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { BATCH } from "@/lib/money-in/static-wallets/advance-deposits";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { PARTS_MAX } from "@/lib/money-in/static-wallets/evaluate-top-ups";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const DUST = 250;

/** Sends dust, as anybody can with one transaction of a cheap chain. */
async function sendDust(wallet: StaticWallet, count = DUST): Promise<void> {
  const transactionId = `0x${wallet.id.replaceAll("-", "").repeat(2)}`;
  for (let index = 0; index < count; index += 1)
    await topUp(wallet, { amount: "0.000001", transactionId, position: `log:${index}` });
}

/** Returns the most entries of a kind that one transaction wrote for a wallet's deposits. */
async function largestTransaction(walletId: string, kind: string): Promise<bigint | undefined> {
  const rows = await database().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS count FROM journal_entries e JOIN deposits d ON d.id = split_part(e.reference, ':', 1)::uuid
    WHERE e.kind = ${kind} AND d.owner_id = ${walletId}::uuid GROUP BY e.xmin::text ORDER BY count DESC LIMIT 1`;
  return rows[0]?.count;
}

test("dust does not block later payments: no transaction grows with the number of deposits", async () => {
  const merchantId = await newMerchant({ commission: "0" });
  const wallet = await newWallet(merchantId);
  await sendDust(wallet);
  await settleWallet(wallet.id);
  expect(await largestTransaction(wallet.id, "deposit.book")).toBe(BigInt(BATCH));
  expect(await topUpsOf(wallet.id)).toEqual([]);

  await topUp(wallet, { amount: "10" });
  await settleWallet(wallet.id);
  expect(await largestTransaction(wallet.id, "invoice.credit")).toBe(BigInt(PARTS_MAX));
  expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", amount: "10.000099" }]);
  expect(await walletOf(merchantId)).toBe("10.000099");
  expect((await findBalance(invoicePending(merchantId, "USDT"))).toFixed()).toBe("0.000151");

  await topUp(wallet, { amount: "1" });
  await settleWallet(wallet.id);
  await topUp(wallet, { amount: "1" });
  await settleWallet(wallet.id);
  expect((await topUpsOf(wallet.id)).map(({ amount }) => amount)).toEqual(["10.000099", "1.000099", "1.000052"]);
  expect(await bookDifferences()).toEqual([]);
});

test("many payments of one block are a top-up each, in as many transactions as needed", async () => {
  const merchantId = await newMerchant({ commission: "0" });
  const wallet = await newWallet(merchantId);
  for (let index = 0; index < BATCH + 20; index += 1) await topUp(wallet, { amount: "2" });
  await settleWallet(wallet.id);
  expect(await topUpsOf(wallet.id)).toHaveLength(BATCH + 20);
  expect(await walletOf(merchantId)).toBe("240");
  expect(await largestTransaction(wallet.id, "invoice.credit")).toBe(BigInt(BATCH));
});

test("amounts waiting when the wallet is blocked are all held, one batch at a time", async () => {
  const merchantId = await newMerchant();
  const wallet = await newWallet(merchantId);
  await sendDust(wallet);
  await settleWallet(wallet.id);
  await blockWallet(merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  await settleWallet(wallet.id);
  expect((await findBalance(heldFunds(merchantId, "USDT"))).toFixed()).toBe("0.00025");
  expect(await largestTransaction(wallet.id, "wallet.hold")).toBe(BigInt(BATCH));
  expect(await bookDifferences()).toEqual([]);
});

/**
 * More deposits than a statement allows parameters, each as if booked earlier: too small for a
 * payment, and left waiting.
 */
const CROWD = 33_000;

test("a payment is credited despite more dust than a statement allows parameters", async () => {
  const merchantId = await newMerchant({ commission: "0" });
  // The ledger holds the dust of either wallet for the merchant.
  const [wallet, other] = [await newWallet(merchantId), await newWallet(merchantId)];
  await topUp(other, { amount: "0.001" });
  await settleWallet(other.id);
  await topUp(wallet, { amount: "0.000001" });
  await settleWallet(wallet.id);
  await database().$executeRaw`
    INSERT INTO deposits (network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id, owner_kind,
      owner_id, block_height, block_hash, block_time, seen_at, status, inclusion, booked_inclusion, confirmed_at)
    SELECT network_code, transaction_id, 'log:' || series, currency_code, amount, from_address, to_address, address_id, owner_kind,
      owner_id, block_height, block_hash, block_time, seen_at, status, inclusion, booked_inclusion, confirmed_at
    FROM deposits, generate_series(1, ${CROWD}::int) AS series WHERE owner_id = ${wallet.id}::uuid`;
  await topUp(wallet, { amount: "10" });
  await settleWallet(wallet.id);
  expect(await topUpsOf(wallet.id)).toMatchObject([{ status: "paid", amount: "10.000099" }]);
});
