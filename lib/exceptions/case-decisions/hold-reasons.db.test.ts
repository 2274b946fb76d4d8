import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainDriver, ScanResult, Transfer } from "@/lib/chains/driver";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { listReturnableCases } from "@/lib/exceptions/refund-requests/money-repo";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { heldFunds, networkCosts } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { writeCoinCost } from "@/lib/money-in/deposits/coins-repo";
import { recordBlocks } from "@/lib/money-in/deposits/record-blocks";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  fillPool,
  includeAgain,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { BATCH } from "@/lib/money-in/static-wallets/advance-deposits";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** BNB Smart Chain represents the networks whose scans report these hold reasons. */
const NETWORK = { code: "bsc", family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: false } as const;
const COIN = 10n ** 18n;
const BTC = { currency: "BTC", network: "btc" } as const;
/** More than one transaction settles. */
const PARTS = BATCH + 20;
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const NATIVE = { kind: "native" } as const;

beforeAll(async () => {
  await openGateway();
  await fillPool(20, "btc");
});
afterAll(closeDatabase);

const newId = () => `0x${randomBytes(32).toString("hex")}`;
const held = async (merchantId: string, currency: string) =>
  (await findBalance(heldFunds(merchantId, currency))).toFixed();

/**
 * Records blocks whose first one contains the given scan result, with all confirmations at once.
 */
async function readScanned(told: (block: NonNullable<Transfer["block"]>) => Partial<ScanResult>): Promise<void> {
  const cursor = (await readCursor("bsc")) ?? expect.fail("no cursor");
  const from = Number(cursor.height) + 1;
  const hashes = [cursor.hash, ...Array.from({ length: CONFIRMATIONS }, newId)];
  const blocks = hashes.slice(1).map((hash, index) => {
    return { height: from + index, hash, parentHash: hashes[index] ?? "", time: new Date() };
  });
  const [first] = blocks;
  if (first === undefined) return expect.fail();
  const scan: ChainDriver["scan"] = async ({ match }) => {
    const result = { blocks, transfers: [], ...told(first) };
    await match([...result.transfers, ...(result.excesses ?? [])].map(({ to }) => to));
    return result;
  };
  const driver = { family: "evm", features: { spending: "nonce" }, scan } as Partial<ChainDriver> as ChainDriver;
  const range = { cursor, fromHeight: from, toHeight: from + blocks.length - 1 };
  expect(await recordBlocks(driver, NETWORK, range, AbortSignal.timeout(60_000))).toMatchObject({ isEmpty: false });
}

async function nativeInvoice() {
  const merchantId = await newMerchant();
  const invoice = await newInvoice(merchantId, { currency: "BNB", network: "bsc", amount: "1" });
  const to = { address: invoice.currentQuote?.address ?? expect.fail(), memo: null };
  return { merchantId, invoice, to };
}

/** Cases whose refund a payer can request. */
const offeredBack = async (invoiceId: string) =>
  (await withTransaction((tx) => listReturnableCases(tx, invoiceId))).map(({ caseId }) => caseId);
const caseOf = (invoiceId: string) => database().case.findFirstOrThrow({ where: { invoiceId } });

test("a coin that carries a token is held, and can be neither credited nor refunded by anyone", async () => {
  const { merchantId, invoice, to } = await nativeInvoice();
  await readScanned((block) => {
    const fact = { transactionId: newId(), position: "0", asset: NATIVE, units: COIN, from: null, block };
    return { transfers: [{ ...fact, to, isUnspendable: true }] };
  });
  await settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("check");
  const { id, kind } = await caseOf(invoice.id);
  expect([kind, await held(merchantId, "BNB"), await walletOf(merchantId, "BNB")]).toEqual(["wrong_token", "1", "0"]);
  const refused = { code: "refused", message: expect.stringContaining("carries a token") };
  await expect(creditCase({ caseId: id, merchantId, actorId: null })).rejects.toMatchObject(refused);
  await expect(previewCaseCredit({ caseId: id, merchantId, creditTo: merchantId })).rejects.toMatchObject(refused);
  const order = { caseId: id, merchantId, actorId: null, address: `0x${"11".repeat(20)}` };
  await expect(refundCase(order)).rejects.toMatchObject(refused);
  expect(await offeredBack(invoice.id)).toEqual([]);
  expect((await loadPayView(invoice.id))?.cases).toMatchObject([{ kind: "unmatched" }]);
  expect(await bookDifferences()).toEqual([]);
});

test("an excess left from tokens is a case from the payment minimum up, and no payment below it", async () => {
  const { merchantId, invoice, to } = await nativeInvoice();
  const { paymentMin } = (await loadCatalog()).service("BNB", "bsc") ?? expect.fail();
  const least = BigInt(paymentMin.times("1e18").toFixed());
  const costs = await findBalance(networkCosts("BNB"));
  await readScanned((block) => {
    const told = [least - 1n, least + 5n].map((units) => ({ id: newId(), units }));
    // What remains after gas is a negative cost.
    const gas = 3n;
    return {
      costs: told.map(({ id, units }) => ({ transactionId: id, address: to.address, units: gas - units, block })),
      excesses: told.map(({ id: transactionId, units }) => ({
        ...{ transactionId, position: "native", asset: NATIVE, units, from: null, to, block },
      })),
    };
  });
  await settleInvoice(invoice.id);
  const deposits = await database().deposit.findMany({ where: { ownerId: invoice.id } });
  expect(deposits.map(({ amount, holdReason }) => [amount.toFixed(), holdReason])).toEqual([
    [
      decimal((least + 5n).toString())
        .dividedBy("1e18")
        .toFixed(),
      "excess",
    ],
  ]);
  // The smaller excess is booked as income, less the gas of both.
  const income = (await findBalance(networkCosts("BNB"))).minus(costs).times("1e18");
  expect(income.toFixed()).toBe((least - 1n - 6n).toString());
  expect((await invoiceNow(invoice.id)).status).toBe("check");
  const opened = await caseOf(invoice.id);
  expect(opened.kind).toBe("extra");
  expect(await offeredBack(invoice.id)).toEqual([opened.id]);
  await creditCase({ caseId: opened.id, merchantId, actorId: null });
  expect(await held(merchantId, "BNB")).toBe("0");
  expect(await walletOf(merchantId, "BNB")).not.toBe("0");
  expect(await bookDifferences()).toEqual([]);
});

/** Writes what the watcher writes alongside deposits on a UTXO network. */
async function writeCoins(): Promise<void> {
  await database().$executeRaw`
    INSERT INTO coins (network_code, transaction_id, index, address_id, units, is_internal, block_height)
    SELECT network_code, transaction_id, position::int, address_id, amount * 100000000, false, block_height FROM deposits WHERE network_code = 'btc'
    ON CONFLICT DO NOTHING`;
}

const dust = () => ({ ...BTC, amount: "0.00000294", position: "0", transactionId: randomBytes(32).toString("hex") });

test("deposits that cost more to spend than they hold are credited neither together nor individually until fees fall", async () => {
  await writeCoinCost("btc", decimal("0.00000340"));
  const merchantId = await newMerchant();
  const wallet = await newWallet(merchantId, BTC);
  for (let count = 0; count < PARTS; count += 1) await topUp(wallet, dust());
  await settleWallet(wallet.id);
  expect(await walletOf(merchantId, "BTC")).toBe("0");
  expect(await topUpsOf(wallet.id)).toEqual([]);
  expect(await held(merchantId, "BTC")).toBe("0.0003528");
  expect(await database().case.count({ where: { walletId: wallet.id, kind: "extra", status: "open" } })).toBe(PARTS);
  expect(await database().notification.count({ where: { merchantId, kind: "case_opened" } })).toBe(0);
  const { id } = await database().case.findFirstOrThrow({ where: { walletId: wallet.id } });
  const credit = () => creditCase({ caseId: id, merchantId, actorId: null });
  await expect(credit()).rejects.toMatchObject({ code: "refused", message: expect.stringContaining("costs more") });
  await expect(refundCase({ caseId: id, merchantId, actorId: null, address: ADDRESS })).rejects.toMatchObject({
    reason: "refund_too_small",
  });
  // Deposits worth their spending cost, or as large as the requested amount, count as usual.
  await topUp(wallet, { ...dust(), amount: "0.00000341" });
  await topUp(wallet, { ...dust(), amount: "0.00001" });
  await settleWallet(wallet.id);
  expect((await topUpsOf(wallet.id)).map(({ amount }) => amount)).toEqual(["0.00001341"]);
  await writeCoinCost("btc", decimal("0.00000068"));
  await credit();
  expect(await held(merchantId, "BTC")).toBe("0.00034986");
  await writeCoins();
  expect(await bookDifferences()).toEqual([]);
});

test("an invoice is paid by deposits worth their spending cost; dust is held, and evaluated again when its block returns", async () => {
  await writeCoinCost("btc", decimal("0.00000340"));
  const merchantId = await newMerchant();
  const invoice = await newInvoice(merchantId, { ...BTC, amount: "0.001" });
  const dustId = await pay(invoice, dust());
  await settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("check");
  expect(await held(merchantId, "BTC")).toBe("0.00000294");
  await vanish(dustId, true);
  await settleInvoice(invoice.id);
  expect(await held(merchantId, "BTC")).toBe("0");
  await includeAgain(dustId);
  await settleInvoice(invoice.id);
  expect(await held(merchantId, "BTC")).toBe("0.00000294");
  await pay(invoice, { ...dust(), amount: "0.001" });
  await settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("paid");
  expect(await walletOf(merchantId, "BTC")).toBe("0.00099");
  expect(await offeredBack(invoice.id)).toEqual([]);
  expect((await loadPayView(invoice.id))?.cases).toMatchObject([{ kind: "dust" }]);
  await writeCoins();
  expect(await bookDifferences()).toEqual([]);
});
