import { defineOperation } from "@/lib/fronts/machine-api/operation";
import {
  createRecurrenceInput,
  findRecurrenceInput,
  listRecurrencesInput,
  recurrencePageView,
  recurrenceView,
} from "@/lib/money-in/recurrences/schema";

const EXAMPLE_PLAN = {
  uuid: "3a6f0c5e-9d0b-4d6c-8e8a-4d6f8f0f6b11",
  name: "Tea club",
  order_id: "club-17",
  amount: "15",
  currency: "USD",
  payer_currency: "USDT",
  payer_amount_usd: "15.00",
  payer_amount: "15.00000000",
  url_callback: "https://shop.example/hook",
  discount_days: "30",
  discount_amount: "5.00",
  end_of_discount: null,
  period: "monthly",
  status: "wait_accept",
  url: "https://pay.shop.example/recurring/3a6f0c5e-9d0b-4d6c-8e8a-4d6f8f0f6b11",
  last_pay_off: null,
} as const;

/** `POST /v1/recurrence/create` */
export const createRecurrenceOperation = defineOperation({
  method: "POST",
  path: "/v1/recurrence/create",
  group: "Recurring payments",
  title: "Create a recurring payment",
  description:
    "Creates a plan that the payer accepts once on the page at `url`, through a link sent by e-mail. After that, the payer gets an e-mail with a payment link for each period; nothing is ever charged automatically. Each period is a normal invoice with the plan's order ID (or its uuid if there is none), at the current price, open for 12 hours; during the grace period (3 days for `weekly`, 7 days otherwise) the payer can get a new price. Sending the same order ID again returns the first plan, regardless of the other parameters; an order ID of an invoice or static wallet is refused with `validation.unique`. If this gateway does not send e-mail, plans can't be accepted, and the response is `The terminal was not found`.",
  keys: ["payment"],
  input: createRecurrenceInput,
  output: recurrenceView,
  refusals: [
    "You are forbidden",
    "The currency was not found",
    "Not found service to_currency",
    "Error convert to_currency",
    "Minimum amount <min> <currency>",
    "Maximum amount <max> <currency>",
    "Wallet not found",
    "The terminal was not found",
    "Gateway error",
    "Server error",
  ],
  example: {
    request: {
      amount: "15",
      currency: "USD",
      name: "Tea club",
      period: "monthly",
      to_currency: "USDT",
      order_id: "club-17",
      url_callback: "https://shop.example/hook",
      discount_days: 30,
      discount_amount: "5",
    },
    result: EXAMPLE_PLAN,
  },
});

/** `POST /v1/recurrence/info` */
export const findRecurrenceOperation = defineOperation({
  method: "POST",
  path: "/v1/recurrence/info",
  group: "Recurring payments",
  title: "Read a recurring payment",
  description:
    "Returns a plan by uuid or order ID; if both are given, the order ID takes precedence. Retrieve its payments with `/v1/payment/info` (the plan's order ID returns the latest one) and `/v1/payment/list`.",
  keys: ["payment"],
  input: findRecurrenceInput,
  output: recurrenceView,
  refusals: ["Recurrence not found"],
  example: { request: { order_id: EXAMPLE_PLAN.order_id }, result: EXAMPLE_PLAN },
});

/** `POST /v1/recurrence/list` */
export const listRecurrencesOperation = defineOperation({
  method: "POST",
  path: "/v1/recurrence/list",
  group: "Recurring payments",
  title: "List recurring payments",
  description: "All plans, newest first, 15 per page. `cursor` can be in the query string or the body.",
  keys: ["payment"],
  input: listRecurrencesInput,
  output: recurrencePageView,
  refusals: [],
  example: {
    request: {},
    result: {
      items: [EXAMPLE_PLAN],
      paginate: { count: 1, hasPages: false, nextCursor: null, previousCursor: null, perPage: 15 },
    },
  },
});

/** `POST /v1/recurrence/cancel` */
export const cancelRecurrenceOperation = defineOperation({
  method: "POST",
  path: "/v1/recurrence/cancel",
  group: "Recurring payments",
  title: "Cancel a recurring payment",
  description:
    "Cancels a plan permanently: no further period starts, and an open invoice without a detected payment is cancelled. Payments already on their way are still credited. If both uuid and order ID are given, the order ID takes precedence. Cancelling twice has no effect.",
  keys: ["payment"],
  input: findRecurrenceInput,
  output: recurrenceView,
  refusals: ["Recurrence not found"],
  example: {
    request: { uuid: EXAMPLE_PLAN.uuid },
    result: { ...EXAMPLE_PLAN, status: "cancel_by_merchant" },
  },
});
