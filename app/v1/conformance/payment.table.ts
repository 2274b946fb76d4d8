import {
  alphaDash,
  amount,
  boolean,
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
import { freshId } from "@/app/v1/conformance/testing/world";

const orderIdOf = (count: number): string => freshId().repeat(4).slice(0, count);

const ORDER_ID: Row[] = [
  ...required("order_id"),
  ...alphaDash("order_id"),
  ...noText("order_id"),
  ...["z", "Z", "0", "_", "-", orderIdOf(127), orderIdOf(128)].map((value) => row("order_id", value, taken(value))),
  row("order_id", digits("90071992547409931"), taken("90071992547409931"), "a number"),
  tooLong("order_id", 128),
];

const AMOUNT: Row[] = [
  ...required("amount"),
  ...amount("amount"),
  ...rows("amount", ["0.5", "1000000", digits("0.5"), digits("1000000.00")], taken()),
  ...rows("amount", ["0.49999999", digits("0.1")], message("Minimum amount 0.5 USDT")),
  ...rows("amount", ["1000000.00000001", digits("999999999")], message("Maximum amount 1000000 USDT")),
  ...rows("amount", ["10.123456789", "10.123456789012345678"], taken()),
  row("amount", "10.1234567890123456789", refused("amount"), "more decimals than any coin has"),
];

const CODES: Row[] = [
  ...required("currency"),
  ...noText("currency"),
  ...rows("currency", ["USDT", "usdt", "Usdt", "USDC"], taken()),
  ...rows("currency", ["XXX", "US", "USDTT", "$", "usd\u0442"], message("The currency was not found")),
  row("currency", "A".repeat(17), refused("currency"), "longer than any currency code"),
  ...optional("network"),
  ...noText("network"),
  ...rows("network", ["bsc", "BSC", "Bsc", "polygon"], taken()),
  ...rows("network", ["nowhere", "bscc", "b"], message("The network was not found")),
  ...optional("to_currency"),
  ...noText("to_currency"),
  ...rows("to_currency", ["USDT", "usdt", "USDC"], taken()),
  ...rows("to_currency", ["XXX", "USD", "EUR", "BTC"], message("Not found service to_currency")),
];

const SWITCHES: Row[] = [
  ...boolean("is_payment_multiple"),
  ...optional("is_payment_multiple", true),
  ...boolean("is_refresh"),
  ...optional("is_refresh", false),
];

/**
 * Sends the request with a price in dollars, so that the payer chooses the coin: a full discount is
 * refused only if the merchant fixes the coin.
 */
const inDollars = (line: Row): Row => ({
  ...line,
  request: (valid, world) => line.request({ ...valid, currency: "USD", network: null }, world),
});

const COUNTS: Row[] = [
  ...integer("lifetime", 300, 43_200),
  ...optional("lifetime", 3600),
  ...rows("lifetime", [0, "0"], taken(3600)),
  ...integer("subtract", 0, 100),
  ...optional("subtract", 0),
  ...integer("discount_percent", -99, 100).map(inDollars),
  ...optional("discount_percent"),
  row("discount_percent", 100, message("Minimum amount 0.5 USDT"), "with a fixed coin"),
  ...optional("accuracy_payment_percent", "0"),
  ...[0, 5, "0", "5", "2.5", "0.01", "5.00", digits("0.5"), digits("5.0")].map((value) =>
    row("accuracy_payment_percent", value, taken(String(value).replace(/\.0+$/, ""))),
  ),
  ...rows(
    "accuracy_payment_percent",
    [-1, "-0.01", 6, "5.01", digits("5.001"), "x", "1e0", "2,5"],
    refused("accuracy_payment_percent"),
  ),
  ...noText("accuracy_payment_percent"),
];

const TEXTS: Row[] = [
  ...optional("additional_data"),
  ...length("additional_data", 1, 255),
  ...length("additional_data", 1, 255, "ж"),
  ...length("additional_data", 1, 255, "\u{1f600}"),
  ...rows("additional_data", ["a\nb\tc", "https://a/b?c=d", '"\\/<&>', "\u2028\u2029", "{}", "null"], taken()),
  row("additional_data", digits("1.50"), taken("1.50"), "a number"),
  ...rows("additional_data", ["a\u0000b", "\ud800", "a\udc00"], refused("additional_data")),
  ...noText("additional_data"),
  ...optional("payer_email"),
  ...rows("payer_email", ["a@b.example", "A.b+c@d-e.example"], taken()),
  ...rows(
    "payer_email",
    ["me", "a@b", "@b.example", "a@", "a b@c.example", "a@b@c.example", "a@b.c\n", "a\u0000@b.example"],
    refused("payer_email"),
  ),
  ...noText("payer_email"),
  row("payer_email", `${"a".repeat(250)}@b.example`, refused("payer_email"), "longer than any valid address"),
  ...optional("from_referral_code"),
  ...noText("from_referral_code"),
  ...optional("course_source"),
  ...words(
    "course_source",
    ["Binance", "BinanceP2P", "Exmo", "Kucoin", "BinanceP2p", "binance", "KUCOIN"],
    ["Bin", "b".repeat(21), "Nobody", "Binance ", "Kucoin1", true, [], {}],
  ),
];

const COIN_LISTS: Row[] = ["currencies", "except_currencies"].flatMap((parameter) => {
  const coin = parameter === "currencies" ? "USDT" : "DAI";
  const fine = [
    [{ currency: coin, network: "bsc" }],
    [{ currency: coin, network: null }],
    [{ currency: coin }],
    [{ currency: coin.toLowerCase(), network: "BSC" }],
    [{ currency: coin, network: "" }],
    [{ currency: coin, network: "bsc", comment: "unknown" }],
    [{ currency: coin }, { currency: "SHIB", network: "eth" }],
  ];
  const wrong = [
    "USDT",
    { currency: coin },
    [coin],
    [5],
    [null],
    [{}],
    [[]],
    [{ network: "bsc" }],
    [{ currency: null }],
    [{ currency: "" }],
    [{ currency: {} }],
    [{ currency: coin, network: {} }],
    [{ currency: "XXX" }],
    [{ currency: "USD" }],
    [{ currency: coin, network: "nowhere" }],
    true,
    1,
  ];
  return [
    ...optional(parameter),
    row(parameter, [], taken(null)),
    ...rows(parameter, fine, taken()),
    ...rows(parameter, wrong, refused(parameter)),
  ];
});

const OTHERS: Row[] = [
  ...["plugin_name", "netword", "accuarcy_payment_percent", "tags", "constructor", "toString"].map((name) =>
    row(name, "x", taken(), "an unknown parameter"),
  ),
  row("uuid", {}, taken(), "an unknown parameter"),
];

/** `POST /v1/payment` */
export const payment: RuleTable = {
  path: "/v1/payment",
  key: "payment",
  valid: () => ({ amount: "10", currency: "USDT", network: "bsc", order_id: freshId() }),
  answer: "success",
  rows: [
    ...AMOUNT,
    ...CODES,
    ...ORDER_ID,
    ...["url_return", "url_success", "url_callback"].flatMap((parameter) => [
      ...optional(parameter),
      ...webAddress(parameter),
    ]),
    ...SWITCHES,
    ...COUNTS,
    ...TEXTS,
    ...COIN_LISTS,
    ...OTHERS,
  ],
};
