import { namedBy } from "@/app/v1/conformance/named-by.rules";
import {
  alphaDash,
  boolean,
  digits,
  message,
  noText,
  optional,
  required,
  row,
  rows,
  taken,
  tooLong,
  uuid,
  webAddress,
  without,
} from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { freshId } from "@/app/v1/conformance/testing/world";

const NOBODY = "00000000-0000-4000-8000-000000000001";
const orderIdOf = (count: number): string => freshId().repeat(4).slice(0, count);

/** `POST /v1/wallet` */
export const wallet: RuleTable = {
  path: "/v1/wallet",
  key: "payment",
  valid: () => ({ currency: "USDT", network: "bsc", order_id: freshId() }),
  answer: "success",
  rows: [
    ...required("currency"),
    ...noText("currency"),
    ...rows("currency", ["usdt", "USDC", "BNB"], taken()),
    ...rows("currency", ["XXX", "USD", "BTC", "SHIB"], message("The service was not found")),
    ...required("network"),
    ...noText("network"),
    ...rows("network", ["BSC", "polygon", "Eth"], taken()),
    ...rows("network", ["nowhere", "btc"], message("The service was not found")),
    ...required("order_id"),
    ...alphaDash("order_id"),
    ...noText("order_id"),
    ...["w", "w_", "-w", "w7", orderIdOf(99), orderIdOf(100)].map((value) => row("order_id", value, taken(value))),
    row("order_id", digits("42"), taken("42"), "a number"),
    tooLong("order_id", 100),
    ...optional("url_callback"),
    ...webAddress("url_callback"),
    ...optional("from_referral_code"),
    ...noText("from_referral_code"),
    row("netword", "tron", taken(), "an unknown parameter"),
  ],
};

/** `POST /v1/wallet/qr`; some clients use the parameter name of the invoice's QR code. */
export const walletQr: RuleTable = {
  path: "/v1/wallet/qr",
  key: "payment",
  valid: ({ wallet }) => ({ wallet_address_uuid: wallet.id }),
  answer: "success",
  rows: [
    ...required("wallet_address_uuid"),
    ...uuid("wallet_address_uuid"),
    row("wallet_address_uuid", NOBODY, message("Not found"), "unknown"),
    {
      says: "merchant_payment_uuid is accepted instead",
      parameter: "merchant_payment_uuid",
      request: (_valid, world) => ({ merchant_payment_uuid: world.wallet.id }),
      expected: taken(),
    },
  ],
};

/** `POST /v1/wallet/block-address` */
export const blockAddress: RuleTable = {
  path: "/v1/wallet/block-address",
  key: "payment",
  valid: ({ wallet }) => ({ uuid: wallet.id, order_id: wallet.orderId }),
  answer: "success",
  rows: [
    ...namedBy(32),
    row("order_id", freshId(), message("Not found"), "unknown: it takes precedence over the known uuid"),
    row("order_id", orderIdOf(32), message("Not found"), "32 characters"),
    row("uuid", NOBODY, taken(), "unknown: the order id takes precedence"),
    ...["is_force_refund", "is_refund"].flatMap((parameter) =>
      [...boolean(parameter), without(parameter, taken()), ...rows(parameter, [null, ""], taken())].map((line) => ({
        ...line,
        expected: line.expected.kind === "taken" && parameter === "is_refund" ? taken() : line.expected,
      })),
    ),
  ],
};
