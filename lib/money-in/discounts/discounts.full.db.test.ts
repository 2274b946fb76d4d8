import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { listDiscounts, setDiscount } from "@/lib/money-in/discounts/discounts";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { toInvoiceView } from "@/lib/money-in/invoices/wire-view";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

let merchantId: string;
beforeAll(() => openGateway());
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const set = (currency: string, network: string, discount_percent: number) =>
  setDiscount(merchantId, { currency, network, discount_percent });
/** Creates an invoice whose payer chooses the coin. */
const open = (fields: Record<string, unknown> = {}) =>
  newInvoice(merchantId, { currency: "USD", network: null, ...fields });
const choose = async (id: string, currency: string, network: string) => {
  await chooseCoin(id, { currency, network });
  return toInvoiceView(await invoiceNow(id), false);
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => error.message,
  );

describe("a merchant's discounts", () => {
  test("are listed for every service, with zero where none is set, and belong to that merchant only", async () => {
    await set("usdt", "BSC", -10);
    await set("ETH", "eth", 25);
    const listed = await listDiscounts(merchantId);
    expect(listed.filter(({ discount }) => discount !== 0)).toEqual([
      { currency: "USDT", network: "bsc", discount: -10 },
      { currency: "ETH", network: "eth", discount: 25 },
    ]);
    expect(listed.length).toBeGreaterThan(20);
    const others = await listDiscounts(await newMerchant());
    expect(others.map(({ discount }) => discount)).toEqual(listed.map(() => 0));
  });

  test("are replaced by a later value, and zero removes the row", async () => {
    expect(await set("USDT", "bsc", 100)).toEqual({ currency: "USDT", network: "bsc", discount: "100" });
    expect(await set("USDT", "bsc", -99)).toMatchObject({ discount: "-99" });
    expect(await set("USDT", "bsc", 0)).toMatchObject({ discount: "0" });
    expect(await database().serviceDiscount.count({ where: { merchantId } })).toBe(0);
    expect(await set("USDT", "bsc", 0)).toMatchObject({ discount: "0" });
  });

  test("result in one row when set concurrently", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => set("USDT", "bsc", index + 1)));
    expect(await database().serviceDiscount.count({ where: { merchantId } })).toBe(1);
  });

  test("are rejected for a service that is not offered, with the codes as requested", async () => {
    expect(await refusal(set("BUSD", "bsc", 5))).toBe("discount_service_not_found BUSD bsc");
    expect(await refusal(set("Usdt", "BTC", 5))).toBe("discount_service_not_found Usdt BTC");
    await database().service.updateMany({ where: { currencyCode: "DAI" }, data: { isPaymentEnabled: false } });
    clearCatalogCache();
    expect(await refusal(set("DAI", "bsc", 5))).toBe("discount_service_not_found DAI bsc");
    expect((await listDiscounts(merchantId)).some(({ currency }) => currency === "DAI")).toBe(false);
    await database().service.updateMany({ where: { currencyCode: "DAI" }, data: { isPaymentEnabled: true } });
    clearCatalogCache();
  });
});

describe("when the payer chooses the coin", () => {
  test("the service's discount is in the price, the quote and the API object, and the two amounts add up", async () => {
    await set("USDT", "bsc", 10);
    await set("USDT", "polygon", -5);
    const { id } = await open();
    expect(await choose(id, "USDT", "bsc")).toMatchObject({
      payer_amount: "90.00000000",
      discount: "-10.00000000",
      discount_percent: 10,
    });
    expect(await choose(id, "USDT", "polygon")).toMatchObject({
      payer_amount: "105.00000000",
      discount: "5.00000000",
      discount_percent: -5,
    });
    expect(await choose(id, "USDT", "eth")).toMatchObject({
      payer_amount: "100.00000000",
      discount: "0.00000000",
      discount_percent: null,
    });
    const quotes = await database().quote.findMany({ where: { invoiceId: id }, orderBy: { number: "asc" } });
    expect(quotes.map(({ discountPercent }) => discountPercent)).toEqual([10, -5, null]);
  });

  test("the page offers each coin at its discounted price and says why", async () => {
    await set("USDT", "bsc", 10);
    const { id } = await open();
    const view = await loadPayView(id);
    const price = (network: string) => {
      const choice = view?.choices.find((one) => one.currency === "USDT" && one.networkCode === network);
      return [choice?.payerAmount.toFixed(), choice?.discountPercent];
    };
    expect([price("bsc"), price("eth")]).toEqual([
      ["90", 10],
      ["100", null],
    ]);
    await choose(id, "USDT", "bsc");
    expect((await loadPayView(id))?.quote?.discountPercent).toBe(10);
  });

  test("a given price does not change with the discount, and the amount received is credited", async () => {
    await set("USDT", "bsc", 10);
    const { id } = await open();
    await choose(id, "USDT", "bsc");
    await set("USDT", "bsc", 50);
    const invoice = await invoiceNow(id);
    expect(invoice.currentQuote?.payerAmount.toFixed()).toBe("90");
    await pay(invoice, { amount: "90" });
    await settleInvoice(id);
    expect(await invoiceNow(id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    expect(await walletOf(merchantId)).toBe("89.1");
    expect(await bookDifferences()).toEqual([]);
  });

  test("an invoice's own discount_percent is shown as requested, but the service's discount applies", async () => {
    await set("USDT", "bsc", 10);
    const { id } = await open({ discount_percent: 3 });
    expect(await choose(id, "USDT", "bsc")).toMatchObject({ payer_amount: "90.00000000", discount_percent: 3 });
  });

  test("where the shop fixed the coin, the service's discount does not apply", async () => {
    await set("USDT", "bsc", 10);
    const fixed = await newInvoice(merchantId, { discount_percent: -5 });
    expect(toInvoiceView(fixed, true)).toMatchObject({ payer_amount: "105.00000000", discount_percent: -5 });
    expect(fixed.currentQuote?.discountPercent).toBe(-5);
    expect(toInvoiceView(await newInvoice(merchantId), true)).toMatchObject({ payer_amount: "100.00000000" });
    const coinOnly = await newInvoice(merchantId, { network: null, discount_percent: 20 });
    expect(await choose(coinOnly.id, "USDT", "bsc")).toMatchObject({
      payer_amount: "80.00000000",
      discount_percent: 20,
    });
  });
});

describe("limits are checked with the discount that would apply", () => {
  const only = { currencies: [{ currency: "USDT", network: "bsc" }] };

  test("a discount can push an amount below the minimum, a surcharge above the maximum", async () => {
    await set("USDT", "bsc", 10);
    expect(await refusal(open({ ...only, amount: "0.55" }))).toBe("below_minimum 0.5 USDT");
    expect(await refusal(open({ ...only, amount: "0.56" }))).toBe("done");
    await set("USDT", "bsc", -10);
    expect(await refusal(open({ ...only, amount: "0.46" }))).toBe("done");
    expect(await refusal(open({ ...only, amount: "999999" }))).toBe("above_maximum 1000000 USDT");
    await set("USDT", "bsc", 100);
    expect(await refusal(open({ ...only, amount: "500" }))).toBe("below_minimum 0.5 USDT");
  });

  test("one other coin within its limits is enough, and only coins within their limits are offered", async () => {
    await set("USDT", "bsc", 100);
    const currencies = [...only.currencies, { currency: "USDT", network: "eth" }];
    const { id } = await open({ currencies, amount: "500" });
    expect((await loadPayView(id))?.choices.map(({ networkCode }) => networkCode)).toEqual(["eth"]);
    expect(await refusal(chooseCoin(id, { currency: "USDT", network: "bsc" }))).toBe("below_minimum 0.5 USDT");
  });
});
