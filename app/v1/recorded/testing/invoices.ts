import { setMerchant, withoutFreshPrice, withoutNode, withoutTable } from "@/app/v1/conformance/errors/provocation";
import { fund } from "@/app/v1/conformance/testing/world";
import type { NamedShop } from "@/app/v1/recorded/testing/named-shop";
import { createOrders } from "@/app/v1/recorded/testing/orders";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { merchantWallet } from "@/lib/ledger/account";
import { convertCoins } from "@/lib/money-in/credits/testing/credit-rig";

const PATH = "/v1/payment";
const IN_USDT = { amount: "10", currency: "USDT", network: "bsc" };
const IN_DOLLARS = { amount: "15", currency: "USD" };
const HOOK = "https://shop.example/hook?a=b&c=d";
const long = (count: number) => "a".repeat(count);

/** Orders that create an invoice. */
const TAKEN: readonly object[] = [
  IN_DOLLARS,
  IN_USDT,
  { ...IN_DOLLARS, to_currency: "USDT" },
  { ...IN_DOLLARS, to_currency: "USDT", network: "tron" },
  { ...IN_DOLLARS, to_currency: "eth", network: "ETH" },
  { ...IN_DOLLARS, to_currency: "MATIC", network: "polygon" },
  { ...IN_DOLLARS, to_currency: "BTC", network: "btc", amount: "20.55" },
  { amount: "12.5", currency: "EUR", to_currency: "USDC", network: "polygon" },
  { amount: "0.5", currency: "BTC" },
  { amount: 10, currency: "usdt", network: "BSC" },
  { ...IN_USDT, amount: "10.123456789012345678" },
  { ...IN_USDT, amount: "0010.50" },
  { ...IN_USDT, subtract: 100 },
  { ...IN_USDT, subtract: "50", discount_percent: "-10" },
  { ...IN_USDT, discount_percent: 5 },
  { ...IN_USDT, accuracy_payment_percent: "2.5", lifetime: "7200" },
  { ...IN_USDT, lifetime: 43_200, is_payment_multiple: "false" },
  { ...IN_USDT, lifetime: 300 },
  { ...IN_USDT, url_callback: HOOK, url_return: "http://shop.example/back", url_success: "https://shop.example/заказ" },
  { ...IN_USDT, additional_data: 'a "quoted" заказ\\ / <&> \u2028 \u{1f600}\n' },
  { ...IN_USDT, additional_data: long(255), payer_email: "ada@shop.example" },
  { ...IN_DOLLARS, currencies: [{ currency: "USDT", network: "bsc" }, { currency: "ETH" }] },
  { ...IN_DOLLARS, currencies: [{ currency: "USDT", network: "tron" }] },
  { ...IN_DOLLARS, except_currencies: [{ currency: "USDT" }, { currency: "BTC", network: "btc" }] },
  { ...IN_DOLLARS, course_source: "Kucoin", to_currency: "ETH", network: "eth" },
  { ...IN_USDT, from_referral_code: "nobody", unknown: { a: [1] }, comments: "none" },
  { ...IN_USDT, network: null, to_currency: "", url_callback: null, subtract: "", is_refresh: null },
];

/** Values that are refused in an order of 10 USDT on bsc. */
const REFUSED: Variants = {
  amount: [
    undefined,
    null,
    "",
    "0",
    "-10",
    "1e1",
    "10,5",
    " 10",
    "ten",
    true,
    ["10"],
    "1".repeat(41),
    "0.49",
    "1000001",
  ],
  currency: [undefined, null, "XXX", "US", long(17), 5, {}, "USDT\u0442"],
  network: ["nowhere", "btc", long(40), 5, []],
  to_currency: ["XXX", "EUR", "BTC", {}],
  url_callback: [
    "shop.example/hook",
    "ftp://shop.example",
    "http",
    `https://shop.example/${long(240)}`,
    5,
    "https://a b",
  ],
  url_return: ["/back", "javascript:alert(1)"],
  url_success: ["https://user:word@shop.example", {}],
  is_payment_multiple: ["yes", 2, []],
  is_refresh: ["on", {}],
  lifetime: [299, 43_201, "5m", "600.5", -1, true],
  subtract: [-1, 101, "x", 1.5],
  accuracy_payment_percent: [-1, 5.01, "x", []],
  discount_percent: [-100, 101, 100, "5.5", {}],
  additional_data: [long(256), "a\u0000b", {}],
  currencies: [
    "USDT",
    [{}],
    [{ currency: "XXX" }],
    [{ currency: "USDT", network: "nowhere" }],
    [5],
    { currency: "USDT" },
  ],
  except_currencies: [true, [{ network: "bsc" }], [{ currency: null }]],
  course_source: ["Bin", "Nobody", long(21), {}],
  from_referral_code: [{}, []],
  payer_email: ["ada", "a@b", "a b@shop.example", 5],
};

const ORDER_IDS = [undefined, null, "", "a b", "a.b", "é", long(129), {}, true];

/** Orders that are valid, but cannot be accepted now or for this merchant. */
async function askAtBadTimes(calls: Recorder, next: (order: object) => object): Promise<void> {
  const shop = await calls.newShop("a shop");
  const ask = (order: object, says: string) => calls.ask(shop, PATH, next(order), { says });
  const toCoin = { ...IN_DOLLARS, to_currency: "USDT" };
  await withoutNode("bsc", () => ask(IN_USDT, "no node of bsc answers"));
  await withoutFreshPrice("USDT", () => ask(toCoin, "the last price is an hour old"));
  await withoutTable("invoices", () => ask(IN_USDT, "the database is busy"));
  await ask({ ...IN_DOLLARS, to_currency: "CGPT" }, "nobody ever priced the coin");
  await ask({ ...IN_USDT, currency: "BTC" }, "the coin is not on the network");
  await setMerchant(shop, { paymentsBlockedAt: new Date() });
  await ask(IN_USDT, "its payments are blocked");
  const choosy = await calls.newShop("a shop that accepts another coin alone");
  await setMerchant(choosy, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
  await calls.ask(choosy, PATH, next(IN_USDT));
}

/** Invoices of shops with a commission or with automatic conversion. */
async function askWithTerms(calls: Recorder, next: (order: object) => object): Promise<void> {
  const shop = await calls.newShop("a shop with a commission");
  await setMerchant(shop, { paymentCommission: "0.02" });
  for (const subtract of [0, 30, 100]) await calls.ask(shop, PATH, next({ ...IN_USDT, subtract }));
  await calls.ask(
    shop,
    PATH,
    next({ ...IN_DOLLARS, to_currency: "ETH", network: "eth", subtract: 100, discount_percent: 3 }),
  );
  const converting: NamedShop = await calls.newShop("a shop that converts");
  await convertCoins(converting.merchantId, "ETH");
  await fund(merchantWallet(converting.merchantId, "ETH"), "1", "ETH");
  await calls.ask(converting, PATH, next({ amount: "0.1", currency: "ETH", network: "eth" }));
  await calls.ask(converting, PATH, next({ ...IN_DOLLARS, to_currency: "ETH", network: "bsc" }));
}

/** `POST /v1/payment` */
export const invoices: Group = {
  name: "invoices",
  about: "Invoices: orders that are accepted and orders that are refused.",
  record: async (calls) => {
    const [shop, next] = [await calls.newShop("the shop"), createOrders("order")];
    for (const order of TAKEN) await calls.ask(shop, PATH, next(order));
    for (const [parameter, values] of Object.entries(REFUSED))
      for (const value of values) await calls.ask(shop, PATH, next({ ...IN_USDT, [parameter]: value }));
    await calls.askEach(shop, PATH, IN_USDT, { order_id: ORDER_IDS });
    await calls.ask(shop, PATH, {});
    await calls.ask(shop, PATH, { ...IN_DOLLARS, order_id: "order-1" }, { says: "an order id again" });
    await calls.ask(
      shop,
      PATH,
      { ...IN_USDT, amount: "99", order_id: "order-1" },
      { says: "an order id with another amount" },
    );
    await calls.ask(
      shop,
      PATH,
      { ...IN_USDT, order_id: "order-2", is_refresh: true },
      { says: "a renewal of an open one" },
    );
    for (const amount of ["10.50", "1e1", "99999999999999999999", "10.00000000000000000000001"])
      await calls.ask(shop, PATH, `{"order_id":"number","amount":${amount},"currency":"USDT","network":"bsc"}`);
    await calls.ask(await calls.newShop("another shop"), PATH, { ...IN_USDT, order_id: "order-1" });
    await askWithTerms(calls, next);
    await askAtBadTimes(calls, next);
  },
};
