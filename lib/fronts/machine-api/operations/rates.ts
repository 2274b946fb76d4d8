import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { courseListView, listRatesInput } from "@/lib/pricing/rates/schema";

/** `GET /v1/exchange-rate/{currency}/list`, which old clients call with POST. */
export const listExchangeRates = defineOperation({
  method: "GET",
  path: "/v1/exchange-rate/{currency}/list",
  group: "Balance and rates",
  title: "List exchange rates",
  description:
    "The gateway's own rates from one currency, fiat or crypto, to every other one that has a fresh price. Public: no signature is needed, and none is looked at. The list is made anew every few seconds, of prices that are at most as old as a quote may be. A currency without a fresh price has an empty list.",
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
