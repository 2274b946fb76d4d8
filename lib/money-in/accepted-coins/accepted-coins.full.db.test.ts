import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as services } from "@/app/v1/payment/services/route";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { listMerchantCoins, setAcceptedCoins, setCoinTerms } from "@/lib/money-in/accepted-coins/accepted-coins";
import { coinTermsInput } from "@/lib/money-in/accepted-coins/schema";
import { chooseCoin, listChoices } from "@/lib/money-in/invoices/choose-coin";
import { newInvoice, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";

let shop: Payer;
beforeAll(() => openGateway());
beforeEach(async () => {
  shop = await newPayer();
});
afterAll(closeDatabase);

const accept = (...coins: readonly (readonly [currency: string, network: string])[]) =>
  setAcceptedCoins(shop, { coins: coins.map(([currency, network]) => ({ currency, network })) });
const limit = (fields: { min?: string; max?: string; discount?: string }, [currency, network] = ["USDT", "bsc"]) =>
  setCoinTerms(shop, coinTermsInput.parse({ currency, network, min: "", max: "", discount: "", ...fields }));
const create = (fields: Record<string, unknown> = {}) => newInvoice(shop.merchantId, fields);
const open = (amount: string) => create({ amount, currency: "USD", network: null });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => error.message,
  );
const audits = () =>
  database().auditEvent.findMany({
    where: { merchantId: shop.merchantId, action: { in: ["coins.change", "coin.change"] } },
    orderBy: { id: "asc" },
  });
async function service(currency: string, network: string) {
  const { json } = await call(services, shop.byPaymentKey, {});
  return json.result.find(
    (one: { currency: string; network: string }) => one.currency === currency && one.network === network,
  );
}

describe("accepted coins", () => {
  test("are the payer's choices when the invoice lists no coins; the invoice's own list takes precedence", async () => {
    await accept(["USDT", "bsc"], ["DAI", "eth"]);
    const names = async (fields: Record<string, unknown>) =>
      (await listChoices(await create({ currency: "USD", network: null, ...fields }))).map(
        ({ currency, network }) => `${currency.code} ${network.code}`,
      );
    expect(await names({})).toEqual(["USDT bsc", "DAI eth"]);
    expect(await names({ currencies: [{ currency: "USDC", network: "eth" }] })).toEqual(["USDC eth"]);
    expect(await refusal(create({ currency: "USDC", network: "eth" }))).toBe("wallet_not_found");
    expect(await refusal(newWallet(shop.merchantId, { currency: "USDC" }))).toBe("wallet_not_found");
    expect(await refusal(newWallet(shop.merchantId, { network: "eth" }))).toBe("service_not_found");
    expect(await service("USDT", "BSC")).toMatchObject({ is_available: true });
    expect(await service("USDC", "ETH")).toMatchObject({ is_available: false });
  });

  test("include every coin again after a reset, and each actual change is audited once", async () => {
    await accept(["USDT", "bsc"]);
    await accept(["USDT", "bsc"]);
    await setAcceptedCoins(shop, { coins: null });
    expect((await listMerchantCoins(shop.merchantId)).isEveryCoin).toBe(true);
    expect(await refusal(create({ currency: "USDC", network: "eth" }))).toBe("done");
    expect((await audits()).map(({ before, after }) => [before, after])).toEqual([
      [{ coins: "every coin" }, { coins: "USDT on bsc" }],
      [{ coins: "USDT on bsc" }, { coins: "every coin" }],
    ]);
  });

  test("rejects coins that are not offered, naming them, and changes nothing", async () => {
    expect(await refusal(accept(["USDT", "bsc"], ["BTC", "bsc"]))).toBe("BTC on bsc is not offered here.");
    expect((await listMerchantCoins(shop.merchantId)).isEveryCoin).toBe(true);
  });
});

describe("merchant limits for a coin", () => {
  test("apply to invoices in that coin and appear in the list of services", async () => {
    await limit({ min: "5", max: "200" });
    expect(await refusal(create({ amount: "4.99" }))).toBe("below_minimum 5 USDT");
    expect(await refusal(create({ amount: "200.01" }))).toBe("above_maximum 200 USDT");
    expect(await refusal(create({ amount: "5" }))).toBe("done");
    expect(await refusal(create({ amount: "4.99", network: "eth" }))).toBe("done");
    expect((await service("USDT", "BSC")).limit).toEqual({ min_amount: "5.00000000", max_amount: "200.00000000" });
  });

  test("are shown to the payer next to the coin they exclude, and are enforced when it is chosen anyway", async () => {
    await limit({ min: "50" });
    const { id } = await open("20");
    const view = await loadPayView(id);
    const isThis = (one: { currency: string; networkCode: string }) =>
      one.currency === "USDT" && one.networkCode === "bsc";
    expect(view?.choices.some(isThis)).toBe(false);
    const left = view?.unavailable.find(isThis);
    expect([left?.reason, left?.limit?.toFixed()]).toEqual(["minimum", "50"]);
    expect(await refusal(chooseCoin(id, { currency: "USDT", network: "bsc" }))).toBe("below_minimum 50 USDT");
  });

  test("narrow the gateway's limits but never widen them, even after the operator changes those", async () => {
    expect(await refusal(limit({ min: "0.1" }))).toBe("The gateway's minimum is 0.50 USDT.");
    expect(await refusal(limit({ max: "1000001" }))).toBe("The gateway's maximum is 1,000,000.00 USDT.");
    expect(await refusal(limit({ min: "20", max: "10" }))).toBe("The maximum is below the minimum.");
    expect(await refusal(limit({ min: "1.123456789" }))).toBe("Use at most 8 decimals.");
    await limit({ min: "5" });
    const key = { currencyCode: "USDT", networkCode: "bsc" };
    const { clearCatalogCache } = await import("@/lib/pricing/catalog/queries");
    await database().service.updateMany({ where: key, data: { paymentMin: "30" } });
    clearCatalogCache();
    expect(await refusal(create({ amount: "29" }))).toBe("below_minimum 30 USDT");
    await database().service.updateMany({ where: key, data: { paymentMin: "0.5" } });
    clearCatalogCache();
  });

  test("share one row of the page and of the audit log with the discount; empty fields restore the gateway's limits", async () => {
    await limit({ min: "5", discount: "10" });
    await limit({ min: "5", discount: "10" });
    const row = async () =>
      (await listMerchantCoins(shop.merchantId)).coins.find(
        ({ currency, network }) => currency === "USDT" && network === "bsc",
      );
    expect(await row()).toMatchObject({ own: { min: "5", max: null }, discount: 10, gateway: { min: "0.5" } });
    await limit({});
    expect(await row()).toMatchObject({ own: { min: null, max: null }, discount: 0 });
    expect((await audits()).map(({ after }) => after)).toEqual([
      { min: "5", discount: 10 },
      { min: null, discount: 0 },
    ]);
    expect(await database().coinLimit.count({ where: { merchantId: shop.merchantId } })).toBe(0);
  });

  test("stores one result without an error when two tabs save at the same time", async () => {
    await Promise.all(["5", "6", "7", "8"].map((min) => limit({ min })));
    expect(await database().coinLimit.count({ where: { merchantId: shop.merchantId } })).toBe(1);
  });
});

test("another merchant's settings have no effect", async () => {
  const mine = shop;
  shop = await newPayer();
  await accept(["DAI", "eth"]);
  await limit({ min: "500" });
  expect(await refusal(newInvoice(mine.merchantId, {}))).toBe("done");
});
