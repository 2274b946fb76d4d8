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
    "A plan that a payer accepts once on the page at `url`, by a link that is sent to the payer's e-mail address. From then on the payer gets an e-mail with a payment link for each period; nothing is ever taken from a wallet. Each period is an ordinary invoice that carries the plan's order id (its uuid where there is none), at the price of its moment, open for 12 hours; during the grace period (3 days for `weekly`, 7 days otherwise) the payer may get a new price. The same order id again answers the first plan, whatever else is sent; one of an invoice or a static wallet is refused with `validation.unique`. Without mail on this gateway no plan could be accepted, and the answer is `The terminal was not found`.",
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
    "One plan, by its uuid or your order id; with both, the order id decides. Its payments are found by `/v1/payment/info`, where the plan's order id means the newest one, and by `/v1/payment/list`.",
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
  description: "All plans, newest first, 15 on a page. The cursor may stand in the body or in the query string.",
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
    "Ends a plan for good: no further period begins, and an open payment for which nothing was seen is cancelled. One for which money is on its way is credited as ever. Named by uuid or order id; with both, the order id decides. Cancelling twice changes nothing.",
  keys: ["payment"],
  input: findRecurrenceInput,
  output: recurrenceView,
  refusals: ["Recurrence not found"],
  example: {
    request: { uuid: EXAMPLE_PLAN.uuid },
    result: { ...EXAMPLE_PLAN, status: "cancel_by_merchant" },
  },
});
