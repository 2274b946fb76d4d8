import { z } from "zod";
import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { discountListView, discountView, setDiscountInput } from "@/lib/money-in/discounts/discounts";
import { balanceView } from "@/lib/people/merchants/wallet-schema";
import { serviceListView } from "@/lib/pricing/catalog/schema";
import { courseListView, listRatesInput } from "@/lib/pricing/rates/schema";

/** `POST /v1/payment/services` */
export const listPaymentServices = defineOperation({
  method: "POST",
  path: "/v1/payment/services",
  group: "Invoices",
  title: "List payment coins",
  description: "Every coin on every network with its limits and commission, and whether it can be used right now.",
  keys: ["payment"],
  input: z.object({}),
  output: serviceListView,
  refusals: [],
  example: {
    request: {},
    result: [
      {
        network: "TRON",
        currency: "USDT",
        is_available: true,
        limit: { min_amount: "1.00000000", max_amount: "1000000.00000000" },
        commission: { fee_amount: "0.00", percent: "1.00" },
      },
    ],
  },
});

/** `GET /v1/exchange-rate/{currency}/list`, which old clients call with POST. */
export const listExchangeRates = defineOperation({
  method: "GET",
  path: "/v1/exchange-rate/{currency}/list",
  group: "Balance and rates",
  title: "List exchange rates",
  description:
    "The gateway's rates from one currency, fiat or crypto, to every other one with a current price. Public: no signature is required or checked. The list is refreshed every few seconds. A currency without a current price has an empty list.",
  keys: [],
  input: listRatesInput,
  output: courseListView,
  refusals: ["The currency was not found"],
  example: {
    request: { currency: "ETH" },
    result: [
      { from: "ETH", to: "USD", course: "1228.45000000" },
      { from: "ETH", to: "BTC", course: "0.04102337" },
    ],
  },
});

/** `POST /v1/payment/discount/list` */
export const listPaymentDiscounts = defineOperation({
  method: "POST",
  path: "/v1/payment/discount/list",
  group: "Discounts",
  title: "List the discounts",
  description:
    "The discount for every coin on every network; zero if none is set. It applies when the payer chooses the coin on the payment page.",
  keys: ["payment"],
  input: z.object({}),
  output: discountListView,
  refusals: [],
  example: {
    request: {},
    result: [
      { currency: "USDT", network: "bsc", discount: -10 },
      { currency: "USDT", network: "tron", discount: 0 },
    ],
  },
});

/** `POST /v1/payment/discount/set` */
export const setPaymentDiscount = defineOperation({
  method: "POST",
  path: "/v1/payment/discount/set",
  group: "Discounts",
  title: "Set a discount",
  description:
    "Sets the discount in percent for payers who choose this coin on this network. Below zero it is a surcharge; zero removes it. Existing quotes do not change.",
  keys: ["payment"],
  input: setDiscountInput,
  output: discountView,
  refusals: ["The service <currency> <network> was not found"],
  example: {
    request: { currency: "USDT", network: "bsc", discount_percent: -10 },
    result: { currency: "USDT", network: "bsc", discount: "-10" },
  },
});

/** `POST /v1/balance` */
export const readBalance = defineOperation({
  method: "POST",
  path: "/v1/balance",
  group: "Balance and rates",
  title: "Read the balances",
  description: "The merchant's business wallets and its owner's personal wallets, with their value in US dollars.",
  keys: ["payment"],
  input: z.object({}),
  output: balanceView,
  refusals: [],
  example: {
    request: {},
    result: [
      {
        balance: {
          merchant: [
            {
              uuid: "58526488-d79f-8e15-9e32-7ec0ccd2b8a4",
              balance: "14.85000000",
              currency_code: "USDT",
              balance_usd: "14.85",
            },
          ],
          user: [],
        },
      },
    ],
  },
});
