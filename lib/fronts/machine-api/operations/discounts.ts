import { z } from "zod";
import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { discountListView, discountView, setDiscountInput } from "@/lib/money-in/discounts/schema";

/** `POST /v1/payment/discount/list` */
export const listPaymentDiscounts = defineOperation({
  method: "POST",
  path: "/v1/payment/discount/list",
  group: "Discounts",
  title: "List the discounts",
  description:
    "The discount of every coin on every network, zero where none is set. It applies when the payer chooses the coin on the payment page.",
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
    "Sets the discount in percent for payers who choose this coin on this network; below zero it is an extra commission, zero ends it. Prices that payers have been given stay as they are.",
  keys: ["payment"],
  input: setDiscountInput,
  output: discountView,
  refusals: ["The service <currency> <network> was not found"],
  example: {
    request: { currency: "USDT", network: "bsc", discount_percent: -10 },
    result: { currency: "USDT", network: "bsc", discount: "-10" },
  },
});
