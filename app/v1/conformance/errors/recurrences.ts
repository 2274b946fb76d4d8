import {
  type CannotHappen,
  type Provocation,
  send,
  setMerchant,
  withoutFreshPrice,
  withoutNode,
  withoutTable,
} from "@/app/v1/conformance/errors/provocation";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, newShop } from "@/app/v1/conformance/testing/world";

const CREATE = "/v1/recurrence/create";
const INFO = "/v1/recurrence/info";
const CANCEL = "/v1/recurrence/cancel";

const wanted = (fields: Parameters = {}): Parameters => ({
  amount: "10",
  currency: "USDT",
  name: "Tea club",
  period: "monthly",
  order_id: freshId(),
  ...fields,
});

const plan = (error: string, when: string, fields: Parameters, text?: string): Provocation => ({
  error,
  path: CREATE,
  when,
  ask: ({ shop }) => send(CREATE, shop, wanted(fields)),
  ...(text === undefined ? {} : { text }),
});

const named = (path: string): Provocation[] => [
  {
    error: "validation.required_without",
    path,
    when: "no plan is specified",
    ask: ({ shop }) => send(path, shop, {}),
  },
  {
    error: "Recurrence not found",
    path,
    when: "the plan belongs to another merchant",
    ask: async ({ plan: { id } }) => send(path, await newShop(), { uuid: id }),
  },
  {
    error: "Recurrence not found",
    path,
    when: "the order id belongs to another merchant",
    ask: async ({ plan: { orderId } }) => send(path, await newShop(), { order_id: orderId }),
  },
];

export const RECURRENCE_ERRORS: readonly Provocation[] = [
  plan("validation.required", "the name is missing", { name: null }),
  plan("The currency was not found", "the currency is unknown", { currency: "XXX" }),
  plan("Not found service to_currency", "to_currency is a fiat currency", { to_currency: "USD" }),
  plan("Error convert to_currency", "the coin has never had a price", { currency: "USD", to_currency: "CGPT" }),
  plan("Minimum amount <min> <currency>", "the amount is too low", { amount: "0.49" }, "Minimum amount 0.5 USDT"),
  plan(
    "Maximum amount <max> <currency>",
    "the amount is too high",
    { amount: "1000001" },
    "Maximum amount 1000000 USDT",
  ),
  {
    error: "You are forbidden",
    path: CREATE,
    when: "the merchant's payments are blocked",
    ask: async () => {
      const shop = await newShop();
      await setMerchant(shop, { paymentsBlockedAt: new Date() });
      return send(CREATE, shop, wanted());
    },
  },
  {
    error: "Wallet not found",
    path: CREATE,
    when: "the merchant accepts only other coins",
    ask: async () => {
      const shop = await newShop();
      await setMerchant(shop, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
      return send(CREATE, shop, wanted());
    },
  },
  {
    error: "The terminal was not found",
    path: CREATE,
    when: "no node of the coin's only network responds",
    ask: ({ shop }) => withoutNode("tron", () => send(CREATE, shop, wanted({ currency: "TRX", amount: "100" }))),
  },
  {
    error: "Gateway error",
    path: CREATE,
    when: "the latest price is too old",
    ask: ({ shop }) =>
      withoutFreshPrice("USDT", () => send(CREATE, shop, wanted({ currency: "USD", to_currency: "USDT" }))),
  },
  {
    error: "Server error",
    path: CREATE,
    when: "the database cannot store the plan at the moment",
    ask: ({ shop }) => withoutTable("recurrences", () => send(CREATE, shop, wanted())),
  },
  ...named(INFO),
  ...named(CANCEL),
];

const noneIsRequired = (path: string): CannotHappen => ({
  error: "validation.required",
  path,
  because: "either of two identifiers is sufficient, and if both are missing the code is validation.required_without",
});

export const RECURRENCE_IMPOSSIBLE: readonly CannotHappen[] = [noneIsRequired(INFO), noneIsRequired(CANCEL)];
