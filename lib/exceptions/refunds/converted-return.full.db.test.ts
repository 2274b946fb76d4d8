import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { breakRefund, confirmRefund, revertRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import { conversionGains, operatorCapital, receivable, treasury, treasuryShortfall } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { convertCoins, credit, moveValue, newCredit } from "@/lib/money-in/credits/testing/credit-rig";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  invoiceNow,
  newInvoice,
  openGateway,
  pay,
  setPrice,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import {
  EVM_ADDRESS,
  emptyTreasury,
  fillTreasury,
  fundHot,
  newPayer,
  type Payer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/**
 * Credit of a payment of one ETH at 2000 dollars, converted to USDT; the refund of half of it never
 * arrives.
 */
const CREDITED = "1970.1";
const FALLEN = "1600";

let payer: Payer;
let invoice: Invoice;
let refund: Refund;

beforeAll(async () => {
  await openGateway(40);
  for (const currency of ["USDT", "ETH"]) await fundCapital(currency, "1000000");
  await fundHot("bsc", "ETH", "1000");
});
afterAll(closeDatabase);

beforeEach(async () => {
  await setPrice("ETH", "2000");
  for (const currency of ["USDT", "ETH"]) await emptyTreasury(currency);
  await fillTreasury("USDT", "10000");
  payer = await newPayer();
  await convertCoins(payer.merchantId, "ETH");
  invoice = await newInvoice(payer.merchantId, { amount: "1", currency: "ETH" });
  await pay(invoice, { amount: "1", currency: "ETH" });
  await settleInvoice(invoice.id);
  expect(await walletOf(payer.merchantId)).toBe(CREDITED);
  refund = await order("0.5");
});

const order = async (amount: string | null) =>
  refundPayment(
    await getMerchant(payer.merchantId),
    refundInput.parse({ uuid: invoice.id, address: EVM_ADDRESS, is_subtract: true, ...(amount && { amount }) }),
  );
const waited = (seconds: number) =>
  database().refund.update({ where: { id: refund.id }, data: { createdAt: new Date(Date.now() - seconds * 1000) } });
const refusedBefore = () =>
  database().send.updateMany({ where: { purposeId: refund.id }, data: { waitReason: "refused" } });
const balance = async (name: Parameters<typeof findBalance>[0]) => (await findBalance(name)).toFixed();
const openShortfalls = async () =>
  (await database().alarm.findMany({ where: { kind: "treasury-short", clearedAt: null } })).map((row) => row.subject);
const conversionNow = () =>
  database().conversion.findUniqueOrThrow({ where: { cause_reference: { cause: "refund", reference: refund.id } } });

async function expectWhole(): Promise<void> {
  expect(await walletOf(payer.merchantId)).toBe(CREDITED);
  expect(await conversionNow()).toMatchObject({ reversedAt: expect.any(Date), returnedAmount: null });
  expect((await invoiceNow(invoice.id)).status).toBe("refund_fail");
  expect(await bookDifferences()).toEqual([]);
}

test.each([
  ["a refund reverted by the chain", () => revertRefund(refund.id)],
  ["a refund replaced by another transaction with its nonce", () => revertRefund(refund.id, "gateway")],
  [
    "a refund ended by the operator after the chain refused it",
    async () => {
      await refusedBefore();
      await breakRefund(refund.id, "given up", "gateway");
    },
  ],
])("%s, an hour after the coin's price fell: the full debited amount is returned", async (_, end) => {
  await waited(3600);
  await setPrice("ETH", FALLEN);
  const [gains, coins] = [await balance(conversionGains("ETH")), await balance(treasury("ETH"))];
  await end();
  await expectWhole();
  const { fee } = await conversionNow();
  expect(await balance(conversionGains("ETH"))).toBe(decimal(gains).minus(decimal(fee)).toFixed());
  expect(decimal(await balance(treasury("ETH"))).gt(coins)).toBe(true);
});

test("refused by the chain before signing, a minute later and after the price fell: the current value of the coin is returned", async () => {
  await waited(61);
  await setPrice("ETH", FALLEN);
  await refusedBefore();
  const gains = await findBalance(conversionGains("USDT"));
  await breakRefund(refund.id);
  const { toAmount, fee } = await conversionNow();
  const worth = decimal(toAmount).plus(decimal(fee)).times(FALLEN).toDecimalPlaces(8, Decimal.ROUND_DOWN);
  expect(worth.lt(refund.debitedAmount)).toBe(true);
  const lost = refund.debitedAmount.minus(worth);
  expect(await walletOf(payer.merchantId)).toBe(decimal(CREDITED).minus(lost).toFixed());
  expect((await findBalance(conversionGains("USDT"))).minus(gains).toFixed()).toBe(lost.toFixed());
  expect((await conversionNow()).returnedAmount?.toFixed()).toBe(worth.toFixed());
  expect(await bookDifferences()).toEqual([]);
});

test("after the treasury was emptied, the merchant is repaid in full, and the next conversion covers the shortfall and clears its alarm", async () => {
  await waited(3600);
  await emptyTreasury("USDT");
  await revertRefund(refund.id);
  await expectWhole();
  const missing = refund.debitedAmount;
  expect(await balance(treasuryShortfall("USDT"))).toBe(missing.negated().toFixed());
  expect(await openShortfalls()).toEqual(["USDT"]);
  await fillTreasury("ETH", "10");
  const again = await order("0.5");
  expect(await balance(treasuryShortfall("USDT"))).toBe("0");
  expect(await openShortfalls()).toEqual([]);
  await confirmRefund(again.id);
  expect(await bookDifferences()).toEqual([]);
});

test("a debt that the merchant incurred in the meantime is repaid from it first", async () => {
  await moveValue(receivable(payer.merchantId, "USDT"), operatorCapital("USDT"), "100");
  await waited(3600);
  await revertRefund(refund.id);
  expect(await balance(receivable(payer.merchantId, "USDT"))).toBe("0");
  expect(await walletOf(payer.merchantId)).toBe(decimal(CREDITED).minus("100").toFixed());
  expect(await bookDifferences()).toEqual([]);
});

test("the payment can be refunded again at the current rate, up to what was paid", async () => {
  await waited(3600);
  await revertRefund(refund.id);
  await setPrice("ETH", FALLEN);
  const again = await order("0.9");
  await confirmRefund(again.id);
  expect((await invoiceNow(invoice.id)).status).toBe("refund_paid");
  expect(await walletOf(payer.merchantId)).toBe(decimal(CREDITED).minus(again.debitedAmount).toFixed());
  expect(again.debitedAmount.lt("1500")).toBe(true);
  await expect(order("0.2")).rejects.toThrow("more_than_paid");
  expect(await bookDifferences()).toEqual([]);
});

test("a coin credited in the meantime does not change the returned amount", async () => {
  await waited(3600);
  await credit(newCredit(payer.merchantId, "ETH", "0.25"));
  await revertRefund(refund.id);
  expect(await walletOf(payer.merchantId)).toBe(decimal(CREDITED).plus("497.5").toFixed());
  expect(await bookDifferences()).toEqual([]);
});
