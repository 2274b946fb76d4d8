import { namedBy } from "@/app/v1/conformance/named-by.rules";
import {
  alphaDash,
  message,
  noText,
  optional,
  type Row,
  required,
  row,
  rows,
  taken,
  tooLong,
  uuid,
  webAddress,
  without,
  words,
} from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { freshId } from "@/app/v1/conformance/testing/world";

const NOBODY = "00000000-0000-4000-8000-000000000001";

/** `POST /v1/payment/resend`: an open invoice has sent no webhook yet, however it is identified. */
export const resend: RuleTable = {
  path: "/v1/payment/resend",
  key: "payment",
  valid: ({ open }) => ({ uuid: open.id, order_id: open.orderId }),
  answer: { message: "Notification not found" },
  rows: [...namedBy(128), row("order_id", freshId(), message("Payment not found"), "unknown: it takes precedence")],
};

/** `POST /v2/payment/resend` */
export const resendByAny: RuleTable = {
  ...resend,
  path: "/v2/payment/resend",
  rows: [
    ...resend.rows.filter(({ says }) => !says.startsWith("neither")),
    ...[undefined, null, ""].map(
      (nothing): Row => ({
        says: `uuid, order_id and txid ${JSON.stringify(nothing)} are refused for all three`,
        parameter: "txid",
        request: () => ({ uuid: nothing, order_id: nothing, txid: nothing }),
        expected: { kind: "errors", parameters: ["uuid", "order_id", "txid"], code: "validation.required_without_all" },
      }),
    ),
    {
      says: "txid of 256 characters is accepted",
      parameter: "txid",
      request: () => ({ txid: "a".repeat(256) }),
      expected: message("Payment not found"),
    },
    tooLong("txid", 256),
    ...noText("txid"),
  ],
};

/** `POST /v1/payment/mark-as-paid` for an invoice that is already paid. */
export const markAsPaid: RuleTable = {
  path: "/v1/payment/mark-as-paid",
  key: "payment",
  valid: ({ paid }) => ({ uuid: paid.id, order_id: paid.orderId }),
  answer: { message: "The payment is already paid." },
  rows: [
    ...namedBy(128),
    row("order_id", freshId(), message("Payment not found."), "unknown: it takes precedence over the known uuid"),
  ],
};

const PAYOUT_STATUSES = ["process", "check", "paid", "fail", "cancel", "system_fail"];
const PAYMENT_STATUSES = [
  ...PAYOUT_STATUSES,
  "paid_over",
  "wrong_amount",
  "refund_process",
  "refund_fail",
  "refund_paid",
  "locked",
];

const common = (unknownService: string): Row[] => [
  ...required("url_callback"),
  ...webAddress("url_callback", 150),
  ...required("currency"),
  ...noText("currency"),
  ...rows("currency", ["usdt", "USDC"], taken()),
  ...rows("currency", ["USD", "XXX", "BTC"], message(unknownService)),
  ...required("network"),
  ...noText("network"),
  ...rows("network", ["BSC", "polygon"], taken()),
  ...rows("network", ["nowhere", "btc"], message(unknownService)),
  ...optional("status", "paid"),
];

/** Without either id, the webhook is about a sample object. */
const namedOrSample = (unknown: string): Row[] => [
  without("uuid", taken()),
  without("order_id", taken()),
  ...rows("uuid", [null, ""], taken()),
  ...rows("order_id", [null, ""], taken()),
  ...uuid("uuid"),
  ...alphaDash("order_id"),
  ...noText("order_id"),
  tooLong("order_id", 32),
  row("uuid", NOBODY, message(unknown), "unknown"),
  row("order_id", freshId(), message(unknown), "32 characters, unknown"),
];

const valid = () => ({ url_callback: "http://127.0.0.1:9/hook", currency: "USDT", network: "bsc", status: "paid" });
const wrongStatuses = ["confirm_check", "wrong_amount_waiting", "PAID", "paid ", "x", 1, true, [], {}];

/** `POST /v1/test-webhook/payment` */
export const testPayment: RuleTable = {
  path: "/v1/test-webhook/payment",
  key: "payment",
  valid,
  answer: "success",
  rows: [
    ...common("Payment service not found"),
    ...words("status", PAYMENT_STATUSES, wrongStatuses),
    ...namedOrSample("Not found payment"),
    {
      says: "an unknown order_id with a known uuid is accepted: the uuid takes precedence",
      parameter: "uuid",
      request: (request, { paid }) => ({ ...request, uuid: paid.id, order_id: freshId() }),
      expected: taken(),
    },
    {
      says: "an unknown uuid with a known order_id is refused: the uuid takes precedence",
      parameter: "uuid",
      request: (request, { paid }) => ({ ...request, uuid: NOBODY, order_id: paid.orderId }),
      expected: message("Not found payment"),
    },
  ],
};

/** `POST /v1/test-webhook/payout` */
export const testPayout: RuleTable = {
  path: "/v1/test-webhook/payout",
  key: "payout",
  valid,
  answer: "success",
  rows: [
    ...common("Payout service not found"),
    ...words("status", PAYOUT_STATUSES, ["paid_over", "wrong_amount", "refund_paid", "locked", ...wrongStatuses]),
    ...namedOrSample("Not found payout"),
  ],
};

/** `POST /v1/test-webhook/wallet` */
export const testWallet: RuleTable = {
  path: "/v1/test-webhook/wallet",
  key: "payment",
  valid: ({ wallet }) => ({ ...valid(), uuid: wallet.id, order_id: wallet.orderId }),
  answer: "success",
  rows: [
    ...common("Payment service not found"),
    ...words("status", PAYMENT_STATUSES, wrongStatuses),
    ...namedBy(32),
    row("uuid", NOBODY, message("Not found wallet"), "unknown: it takes precedence"),
    row("order_id", freshId(), taken(), "unknown: the uuid takes precedence"),
  ],
};
