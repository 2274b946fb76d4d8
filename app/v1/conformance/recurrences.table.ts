import { namedBy } from "@/app/v1/conformance/named-by.rules";
import {
  alphaDash,
  amount,
  digits,
  integer,
  length,
  message,
  noText,
  optional,
  type Row,
  refused,
  required,
  row,
  rows,
  taken,
  tooLong,
  webAddress,
  words,
} from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { freshId, newPlan } from "@/app/v1/conformance/testing/world";

const NOBODY = "00000000-0000-4000-8000-000000000001";
const orderIdOf = (count: number): string => freshId().repeat(4).slice(0, count);

/** The request with a discount of 1 for 30 days, one of which the row changes. */
const besideDiscount = (line: Row): Row => ({
  ...line,
  request: (valid, world) => line.request({ discount_days: 30, discount_amount: "1", ...valid }, world),
});

/** One of two interdependent parameters is missing. */
const alone = (given: string, value: unknown, missing: string): Row => ({
  says: `${given} without ${missing} is refused for ${missing}`,
  parameter: given,
  request: (valid) => ({ ...valid, [given]: value }),
  expected: refused(missing, "validation.required_with"),
});

const OF_AN_INVOICE: Row = {
  says: "order_id of an existing invoice is refused",
  parameter: "order_id",
  request: (valid, { open }) => ({ ...valid, order_id: open.orderId }),
  expected: refused("order_id", "validation.unique"),
};

/** `POST /v1/recurrence/create` */
export const recurrenceCreate: RuleTable = {
  path: "/v1/recurrence/create",
  key: "payment",
  valid: () => ({ amount: "20", currency: "USDT", name: "Tea club", period: "monthly" }),
  answer: "success",
  rows: [
    ...required("amount"),
    ...amount("amount"),
    row("amount", "10.1234567890123456789", refused("amount", "validation.decimal"), "19 decimals"),
    ...required("currency"),
    ...noText("currency"),
    ...rows("currency", ["usdt", "USD", "EUR", "ETH"], taken()),
    row("currency", "XXX", message("The currency was not found")),
    ...required("name"),
    ...noText("name"),
    ...length("name", 3, 60),
    row("name", "茶の会", taken("茶の会"), "three characters in another script"),
    row("name", "two\nlines", refused("name"), "a line break"),
    ...required("period"),
    ...words("period", ["weekly", "monthly", "three_month"], ["daily", "Weekly", "yearly", "month", 1, true, [], {}]),
    ...optional("to_currency"),
    ...noText("to_currency"),
    ...rows("to_currency", ["USDT", "eth"], taken()),
    ...rows("to_currency", ["USD", "XXX"], message("Not found service to_currency")),
    ...optional("order_id"),
    ...alphaDash("order_id"),
    ...noText("order_id"),
    ...["q", "q_", "-q", "q7", orderIdOf(99), orderIdOf(100)].map((value) => row("order_id", value, taken(value))),
    row("order_id", digits("43"), taken("43"), "a number"),
    tooLong("order_id", 100),
    OF_AN_INVOICE,
    ...optional("url_callback"),
    ...webAddress("url_callback"),
    ...optional("discount_days"),
    ...integer("discount_days", 1, 365).map(besideDiscount),
    alone("discount_days", 30, "discount_amount"),
    ...optional("discount_amount"),
    ...amount("discount_amount").map(besideDiscount),
    ...rows("discount_amount", ["20", "20.00000001", "500"], refused("discount_amount", "validation.lt.numeric")).map(
      besideDiscount,
    ),
    alone("discount_amount", "1", "discount_days"),
    besideDiscount(row("discount_amount", "19.6", message("Minimum amount 0.5 USDT"), "leaves less than the minimum")),
    ...optional("additional_data"),
    ...noText("additional_data"),
    ...length("additional_data", 1, 255),
    row("perios", "weekly", taken(), "an unknown parameter"),
  ],
};

/** `POST /v1/recurrence/info` */
export const recurrenceInfo: RuleTable = {
  path: "/v1/recurrence/info",
  key: "payment",
  valid: ({ plan }) => ({ uuid: plan.id, order_id: plan.orderId }),
  answer: "success",
  rows: [
    ...namedBy(100),
    row("order_id", freshId(), message("Recurrence not found"), "unknown: it takes precedence over the known uuid"),
    row("order_id", orderIdOf(100), message("Recurrence not found"), "100 characters"),
    row("uuid", NOBODY, taken(), "unknown: the order id takes precedence"),
  ],
};

/** `POST /v1/recurrence/cancel` */
export const recurrenceCancel: RuleTable = {
  ...recurrenceInfo,
  path: "/v1/recurrence/cancel",
  renew: async (world) => ({ ...world, plan: await newPlan(world.shop) }),
};

/** `POST /v1/recurrence/list` */
export const recurrenceList: RuleTable = {
  path: "/v1/recurrence/list",
  key: "payment",
  valid: () => ({}),
  answer: "success",
  rows: rows(
    "cursor",
    ["1", digits("2"), "", null, "x".repeat(5_000), "eyJpZCI6MX0", "%00", "\u0000", "'; --", true, [], {}],
    taken(),
  ),
};
