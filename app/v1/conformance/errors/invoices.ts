import {
  acceptOnly,
  type CannotHappen,
  order,
  type Provocation,
  send,
  setMerchant,
  withoutFreshPrice,
  withoutNode,
  withoutTable,
} from "@/app/v1/conformance/errors/provocation";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, newPaidInvoice, newShop } from "@/app/v1/conformance/testing/world";

const PATH = "/v1/payment";
const RESEND = "/v1/payment/resend";
const INFO = "/v1/payment/info";

/** A request for an invoice with these fields, which is refused. */
const invoice = (error: string, when: string, fields: Parameters, text?: string): Provocation => ({
  error,
  path: PATH,
  when,
  ask: ({ shop }) => send(PATH, shop, order(fields)),
  ...(text === undefined ? {} : { text }),
});

const blocked = { paymentsBlockedAt: new Date() };

export const INVOICE_ERRORS: readonly Provocation[] = [
  invoice("validation.required", "the order id is missing", { order_id: null }),
  {
    error: "You are forbidden",
    path: PATH,
    when: "the merchant's payments are blocked",
    ask: async () => {
      const shop = await newShop();
      await setMerchant(shop, blocked);
      return send(PATH, shop, order());
    },
  },
  invoice("The network was not found", "the network is unknown", { network: "nowhere" }),
  invoice("The currency was not found", "the currency is unknown", { currency: "XXX" }),
  invoice("Not found service to_currency", "the coin is not available on the network", { to_currency: "BTC" }),
  invoice("Error convert to_currency", "the coin has never had a price", { currency: "USD", to_currency: "CGPT" }),
  invoice("Minimum amount <min> <currency>", "the amount is too low", { amount: "0.49" }, "Minimum amount 0.5 USDT"),
  invoice(
    "Minimum amount <min> <currency>",
    "a discount leaves nothing to pay",
    { discount_percent: 100 },
    "Minimum amount 0.5 USDT",
  ),
  invoice(
    "Maximum amount <max> <currency>",
    "the amount is too high",
    { amount: "1000001" },
    "Maximum amount 1000000 USDT",
  ),
  {
    error: "Wallet not found",
    path: PATH,
    when: "the merchant accepts only other coins",
    ask: async () => {
      const shop = await newShop();
      await acceptOnly(shop, { currency: "DAI", network: "eth" });
      return send(PATH, shop, order());
    },
  },
  {
    error: "The terminal was not found",
    path: PATH,
    when: "no node of the network responds",
    ask: ({ shop }) => withoutNode("bsc", () => send(PATH, shop, order())),
  },
  {
    error: "Server error",
    path: PATH,
    when: "the database cannot store the invoice at the moment",
    ask: ({ shop }) => withoutTable("invoices", () => send(PATH, shop, order())),
  },
  {
    error: "Gateway error",
    path: PATH,
    when: "the latest price is too old",
    ask: ({ shop }) =>
      withoutFreshPrice("USDT", () => send(PATH, shop, order({ currency: "USD", to_currency: "USDT" }))),
  },
  {
    error: "validation.required_without",
    path: INFO,
    when: "no invoice is specified",
    ask: ({ shop }) => send(INFO, shop, {}),
  },
  {
    error: "validation.required_without",
    path: RESEND,
    when: "no invoice is specified",
    ask: ({ shop }) => send(RESEND, shop, {}),
  },
  {
    error: "Payment not found",
    path: RESEND,
    when: "the invoice belongs to another merchant",
    ask: async ({ paid }) => send(RESEND, await newShop(), { uuid: paid.id }),
  },
  {
    error: "Payment not found",
    path: RESEND,
    when: "the order id is unknown",
    ask: ({ shop }) => send(RESEND, shop, { order_id: freshId() }),
  },
  {
    error: "Notification not found",
    path: RESEND,
    when: "the invoice has no webhook URL",
    ask: async ({ shop }) => send(RESEND, shop, { uuid: (await newPaidInvoice(shop, { url_callback: null })).id }),
  },
  {
    error: "Too much resend",
    path: RESEND,
    when: "the webhook has already been resent ten times",
    ask: async ({ shop }) => {
      const { id } = await newPaidInvoice(shop);
      for (let count = 1; count <= 10; count += 1) await send(RESEND, shop, { uuid: id });
      return send(RESEND, shop, { uuid: id });
    },
  },
  {
    error: "validation.required",
    path: "/v1/payment/qr",
    when: "no invoice is specified",
    ask: ({ shop }) => send("/v1/payment/qr", shop, {}),
  },
];

const noneIsRequired = (path: string): CannotHappen => ({
  error: "validation.required",
  path,
  because: "either of two identifiers is sufficient, and if both are missing the code is validation.required_without",
});

export const INVOICE_IMPOSSIBLE: readonly CannotHappen[] = [noneIsRequired(INFO), noneIsRequired(RESEND)];
