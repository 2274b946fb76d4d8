import { namedBy } from "@/app/v1/conformance/named-by.rules";
import {
  alphaDash,
  amount,
  boolean,
  digits,
  message,
  noText,
  type Parameters,
  type Row,
  refused,
  required,
  row,
  rows,
  taken,
  tooLong,
  without,
} from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { freshId, newBlockedWallet, newPaidInvoice } from "@/app/v1/conformance/testing/world";

const NOBODY = "00000000-0000-4000-8000-000000000001";
const EVM = `0x${"ab".repeat(20)}`;
const BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

const ADDRESS: Row[] = [
  ...required("address"),
  ...noText("address"),
  row(
    "address",
    EVM.replace(/[ab]+$/, (end) => end.toUpperCase()),
    taken(),
  ),
  ...rows("address", ["x", EVM.slice(0, -1), `${EVM}0`, ` ${EVM}`, `${EVM}\n`, BITCOIN, "0x"], refused("address")),
  ...rows("address", [`0x${"0".repeat(40)}`, "a".repeat(129)], refused("address")),
];

/**
 * If both ids are given, the uuid takes precedence: an unknown uuid is not found even if the order
 * id is known.
 */
const uuidDecides = (unknown: string, orderIdMax: number): Row[] => [
  ...namedBy(orderIdMax),
  row("uuid", NOBODY, message(unknown), "unknown: it takes precedence over the known order id"),
  row("order_id", freshId(), taken(), "unknown: the uuid takes precedence"),
  {
    says: "an unknown order_id alone returns its own message",
    parameter: "order_id",
    request: (valid) => ({ ...valid, uuid: null, order_id: freshId() }),
    expected: message(unknown),
  },
];

/** `POST /v1/payment/refund` */
export const refund: RuleTable = {
  path: "/v1/payment/refund",
  key: "payment",
  valid: ({ paid }): Parameters => ({ uuid: paid.id, order_id: paid.orderId, address: EVM, is_subtract: true }),
  answer: "success",
  renew: async (world) => ({ ...world, paid: await newPaidInvoice(world.shop) }),
  rows: [
    ...uuidDecides("Payment was not found", 128),
    ...ADDRESS,
    ...required("is_subtract"),
    ...boolean("is_subtract"),
    without("amount", taken(null)),
    ...rows("amount", [null, ""], taken(null)),
    ...amount("amount"),
    ...rows("amount", ["100", digits("100.00"), "99.999999999999999999"], taken()),
    ...rows(
      "amount",
      ["100.000000000000000001", "1000"],
      message("The refund amount should not be more than the amount paid"),
    ),
    row("amount", "9.0000000000000000001", refused("amount"), "more decimals than the coin has"),
  ],
};

/** `POST /v1/wallet/blocked-address-refund` */
export const blockedAddressRefund: RuleTable = {
  path: "/v1/wallet/blocked-address-refund",
  key: "payment",
  valid: ({ blocked }): Parameters => ({ uuid: blocked.id, order_id: blocked.orderId, address: EVM }),
  answer: "success",
  renew: async (world) => ({ ...world, blocked: await newBlockedWallet(world.shop, { holds: "25" }) }),
  rows: [
    ...uuidDecides("Not found", 32),
    ...ADDRESS,
    ...alphaDash("address"),
    ...["a".repeat(9), "0x1234567"].map((value) => row("address", value, refused("address"), "9 characters")),
    tooLong("address", 128),
    row("is_subtract", {}, taken(), "an unknown parameter"),
  ],
};

const transfer = (path: RuleTable["path"]): RuleTable => ({
  path,
  key: "payout",
  valid: () => ({ amount: "10", currency: "USDT" }),
  answer: "success",
  rows: [
    ...required("amount"),
    ...amount("amount"),
    ...rows("amount", ["0.5", digits("0.5")], taken()),
    ...rows("amount", ["0.49999999", digits("0.1")], message("Minimum amount 0.5 USDT")),
    ...rows("amount", ["1000000.01", digits("2000000")], message("Maximum amount 1000000 USDT")),
    ...rows("amount", ["1000000", "20000"], message("Not enough funds")),
    row("amount", "1.123456789", refused("amount"), "more decimals than a balance shows"),
    ...required("currency"),
    ...noText("currency"),
    ...rows("currency", ["usdt", "Usdt"], taken()),
    ...rows("currency", ["USD", "EUR", "XXX", "$"], message("The currency was not found")),
    row("network", {}, taken(), "an unknown parameter"),
  ],
});

/** `POST /v1/transfer/to-personal` */
export const transferToPersonal = transfer("/v1/transfer/to-personal");

/** `POST /v1/transfer/to-business` */
export const transferToBusiness = transfer("/v1/transfer/to-business");
