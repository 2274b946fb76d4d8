import {
  declined,
  digits,
  integer,
  message,
  noText,
  type Row,
  refused,
  required,
  row,
  rows,
  taken,
} from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";

const DATES: Row[] = ["date_from", "date_to"].flatMap((parameter) => [
  ...rows(
    parameter,
    ["2026-11-21 9:05:00", "2026-11-21 09:05:00", "2024-02-29 0:00:00", "1999-12-31 23:59:59", null, ""],
    taken(),
  ),
  ...rows(
    parameter,
    [
      "2026-11-21",
      "2026-11-21T09:05:00",
      "2026-11-21 09:05",
      "2026-13-01 0:00:00",
      "2026-02-30 0:00:00",
      "2025-02-29 0:00:00",
      "2026-11-21 24:00:00",
      "2026-11-21 9:60:00",
      "2026-11-21 9:05:60",
      "26-11-21 9:05:00",
      " 2026-11-21 9:05:00",
      "2026-11-21 9:05:00Z",
      "yesterday",
      digits("1763715900"),
      true,
      [],
      {},
    ],
    refused(parameter, "validation.regex"),
  ),
]);

/** Page numbers of a client and broken cursors are ignored, never refused. */
const CURSORS: Row[] = rows(
  "cursor",
  ["1", digits("2"), "", null, "x".repeat(5_000), "eyJpZCI6MX0", "%00", "\u0000", "'; --", true, [], {}],
  taken(),
);

/** `POST /v1/payment/list` */
export const paymentList: RuleTable = {
  path: "/v1/payment/list",
  key: "payment",
  valid: () => ({}),
  answer: "success",
  rows: [...DATES, ...CURSORS],
};

/** `POST /v1/payout/list` */
export const payoutList: RuleTable = { ...paymentList, path: "/v1/payout/list", key: "payout" };

/** `POST /v1/payment/discount/set` */
export const discountSet: RuleTable = {
  path: "/v1/payment/discount/set",
  key: "payment",
  valid: () => ({ currency: "USDC", network: "bsc", discount_percent: 0 }),
  answer: "success",
  rows: [
    ...required("currency"),
    ...noText("currency"),
    ...required("network"),
    ...noText("network"),
    ...rows("network", ["BSC", "polygon"], taken()),
    row("currency", "BUSD", message("The service BUSD bsc was not found")),
    row("network", "nowhere", message("The service USDC nowhere was not found")),
    ...rows("currency", ["USD"], declined),
    ...required("discount_percent"),
    ...integer("discount_percent", -99, 100),
  ],
};

/** Operations without parameters accept any object. */
export const withoutParameters = (path: RuleTable["path"], key: RuleTable["key"]): RuleTable => ({
  path,
  key,
  valid: () => ({}),
  answer: "success",
  rows: [row("page", 1, taken(), "an unknown parameter"), row("uuid", {}, taken(), "an unknown parameter")],
});
