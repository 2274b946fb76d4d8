import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";
import { clearExchangeTermsCache } from "@/lib/pricing/exchange-terms/set-exchange-terms";
import { clearRatesCache } from "@/lib/pricing/rates/queries";
import { clearTypicalFeesCache } from "@/lib/sending/fees/fee-estimate";
import { sentStatements } from "@/lib/testing/sent-statements";

/**
 * Each open page is looked at after every commit that concerns it, so that this is what a busy
 * shop's payers cost.
 */
let merchantId: string;
beforeAll(async () => {
  await openGateway();
  await withTransaction(syncExchangeTerms);
  merchantId = await newMerchant();
});
beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());
afterAll(closeDatabase);

const created = async (fields: object = {}) =>
  (await newInvoice(merchantId, { currency: "USD", network: null, amount: "50", ...fields })).id;

/**
 * Of a look after another, at a clock that stands still: catalog, rates, fees and the terms of
 * exchanges are in hand.
 */
async function costOf(id: string): Promise<number> {
  await loadPayView(id);
  return (await sentStatements(() => loadPayView(id))).length;
}

test("a look at a payment whose coin the payer chooses costs nine statements, before the choice and after it", async () => {
  const id = await created();
  expect(await costOf(id)).toBe(9);
  await chooseCoin(id, { currency: "USDT", network: "bsc" });
  expect(await costOf(id)).toBe(9);
});

test("a look at a payment in a fixed coin costs eight statements: discounts are not asked for", async () => {
  expect(await costOf(await created({ currency: "USDT", network: "bsc" }))).toBe(8);
});

test("many looks at once read the rates, the fees and the terms of exchanges once", async () => {
  const id = await created();
  await loadPayView(id);
  clearRatesCache();
  clearTypicalFeesCache();
  clearExchangeTermsCache();
  const sent = await sentStatements(() => Promise.all(Array.from({ length: 10 }, () => loadPayView(id))));
  for (const table of ["rates", "payout_fee_estimates", "exchange_terms"])
    expect(sent.filter((statement) => new RegExp(`FROM \\S*\\b${table}\\b`).test(statement))).toHaveLength(1);
});
