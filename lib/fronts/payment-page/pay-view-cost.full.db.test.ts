import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadPayNews, loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";
import { clearExchangeTermsCache } from "@/lib/pricing/exchange-terms/set-exchange-terms";
import { clearRatesCache } from "@/lib/pricing/rates/queries";
import { clearTypicalFeesCache } from "@/lib/sending/fees/fee-estimate";
import { sentStatements } from "@/lib/testing/sent-statements";

/**
 * Each open page is reloaded after every commit that concerns it, so this is the cost of a busy
 * shop's payers.
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
 * Cost of a repeated view with a frozen clock: catalog, rates, fees and exchange terms are cached.
 */
async function costOf(id: string): Promise<number> {
  await loadPayView(id);
  return (await sentStatements(() => loadPayView(id))).length;
}

test("a view of a payment whose coin the payer chooses costs three statements, before and after the choice", async () => {
  const id = await created();
  expect(await costOf(id)).toBe(3);
  await chooseCoin(id, { currency: "USDT", network: "bsc" });
  expect(await costOf(id)).toBe(3);
});

test("a view of a payment in a fixed coin costs two statements: it does not read discounts", async () => {
  expect(await costOf(await created({ currency: "USDT", network: "bsc" }))).toBe(2);
});

test("news of many pages with a coin cost one statement, and of those without one another for their merchant", async () => {
  const fixed = await Promise.all(Array.from({ length: 20 }, () => created({ currency: "USDT", network: "bsc" })));
  const open = await Promise.all([created(), created(), created()]);
  await loadPayNews(open);
  expect(await sentStatements(() => loadPayNews(fixed))).toHaveLength(1);
  expect(await sentStatements(() => loadPayNews([...fixed, ...open]))).toHaveLength(2);
});

test("news of a closed payment cost no more while nothing can be refunded: one statement for all cancelled ones", async () => {
  const closed = await Promise.all(Array.from({ length: 5 }, () => created({ currency: "USDT", network: "bsc" })));
  await database().$executeRaw`
    UPDATE invoices SET status = 'cancel', final_at = now() WHERE id = ANY(${closed}::uuid[])`;
  expect(await sentStatements(() => loadPayNews(closed))).toHaveLength(2);
});

test("many concurrent views read the rates, the fees and the exchange terms once", async () => {
  const id = await created();
  await loadPayView(id);
  clearRatesCache();
  clearTypicalFeesCache();
  clearExchangeTermsCache();
  const sent = await sentStatements(() => Promise.all(Array.from({ length: 10 }, () => loadPayView(id))));
  for (const table of ["rates", "payout_fee_estimates", "exchange_terms"])
    expect(sent.filter((statement) => new RegExp(`FROM \\S*\\b${table}\\b`).test(statement))).toHaveLength(1);
});
