import { namedBy } from "@/app/v1/conformance/named-by.rules";
import {
  alphaDash,
  amount,
  boolean,
  digits,
  message,
  noText,
  optional,
  type Parameters,
  type Row,
  refused,
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
const EVM = `0x${"ab".repeat(20)}`;
const BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const TON = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";
const orderIdOf = (count: number): string => freshId().repeat(4).slice(0, count);

/** Returns the rows with other values in the valid request. */
const among = (others: Parameters, lines: readonly Row[]): Row[] =>
  lines.map((line) => ({ ...line, request: (valid, world) => line.request({ ...valid, ...others }, world) }));

const AMOUNT: Row[] = [
  ...required("amount"),
  ...amount("amount"),
  ...rows("amount", ["0.5", digits("0.5"), "1.000000000000000001"], taken()),
  ...rows("amount", ["0.49999999", digits("0.1"), "0.000000000000000001"], message("Minimum amount 0.5 USDT")),
  ...rows("amount", ["1000000.01", digits("2000000")], message("Maximum amount 1000000 USDT")),
  ...rows("amount", ["1000000", "20000"], message("Not enough funds")),
  row("amount", "1.0000000000000000001", refused("amount"), "more decimals than the coin has"),
];

const CODES: Row[] = [
  ...required("currency"),
  ...noText("currency"),
  ...rows("currency", ["usdt", "Usdt"], taken()),
  ...rows("currency", ["XXX", "US", "$"], message("The currency was not found")),
  ...rows("currency", ["USD", "EUR"], refused("to_currency")),
  ...optional("to_currency"),
  ...noText("to_currency"),
  ...among({ currency: "USD" }, rows("to_currency", ["USDT", "usdt"], taken())),
  ...among({ currency: "USD" }, rows("to_currency", ["USD", "EUR", "XXX"], message("Not found service to_currency"))),
  ...noText("network"),
  ...rows("network", [undefined, null, ""], refused("network", "validation.required")),
  ...rows("network", ["BSC", "Bsc", "polygon"], taken()),
  ...rows("network", ["nowhere", "btc"], message("The service was not found")),
  ...among({ currency: "BTC", amount: "0.01", address: BITCOIN }, [
    without("network", message("Not enough funds")),
    ...rows("network", [null, "", "btc", "BTC"], message("Not enough funds")),
  ]),
  ...optional("from_currency"),
  ...noText("from_currency"),
  ...rows("from_currency", ["USDT", "usdt"], taken()),
  ...among({ currency: "ETH", network: "eth", amount: "10" }, [
    ...rows("from_currency", ["USDT"], message("Not enough balance for convert USDT to ETH")),
    ...rows("from_currency", ["BTC", "USD", "XXX"], refused("from_currency")),
  ]),
];

const ADDRESS: Row[] = [
  ...required("address"),
  ...noText("address"),
  ...rows(
    "address",
    ["0xdAC17F958D2ee523a2206206994597C13D831ec8".toLowerCase(), EVM.replace(/[ab]+$/, (end) => end.toUpperCase())],
    taken(),
  ),
  ...rows(
    "address",
    ["x", EVM.slice(0, -1), `${EVM}0`, ` ${EVM}`, `${EVM}\n`, BITCOIN, TON, digits("5"), "0x"],
    refused("address"),
  ),
  ...rows("address", [`0x${"0".repeat(40)}`, "a".repeat(129), "a".repeat(10_000)], refused("address")),
];

const PRICE: Row[] = [
  ...optional("course_source"),
  ...words(
    "course_source",
    ["Binance", "BinanceP2p", "Exmo", "Kucoin", "BinanceP2P", "kucoin"],
    ["Bin", "b".repeat(21), "Nobody", true, [], {}],
  ),
  ...optional("priority", "recommended"),
  ...words(
    "priority",
    ["recommended", "economy", "high", "highest"],
    ["hig", "recommendedd", "normal", "low", "1", 1, true, [], {}],
  ),
  ...boolean("is_subtract"),
];

const MEMO: Row[] = [
  ...optional("memo"),
  ...among({ network: "ton", address: TON }, [
    ...rows("memo", ["m", "1".repeat(30), digits("7")], taken()),
    tooLong("memo", 30),
    ...noText("memo"),
  ]),
  row("memo", "m", refused("memo"), "on a network without memos"),
];

const valid = (): Parameters => ({ amount: "10", currency: "USDT", network: "bsc", address: EVM, is_subtract: true });

/** `POST /v1/payout` */
export const payout: RuleTable = {
  path: "/v1/payout",
  key: "payout",
  valid: () => ({ ...valid(), order_id: freshId() }),
  answer: "success",
  rows: [
    ...AMOUNT,
    ...CODES,
    ...required("order_id"),
    ...alphaDash("order_id"),
    ...noText("order_id"),
    ...rows("order_id", ["p", "_", "-", "7", orderIdOf(99), orderIdOf(100), digits("42")], taken()),
    tooLong("order_id", 100),
    ...ADDRESS,
    ...required("is_subtract"),
    ...PRICE,
    ...optional("url_callback"),
    ...webAddress("url_callback"),
    ...MEMO,
    row("comment", {}, taken(), "an unknown parameter"),
  ],
};

/** `POST /v1/payout/calc` */
export const payoutCalc: RuleTable = {
  path: "/v1/payout/calc",
  key: "payout",
  valid,
  answer: "success",
  rows: [
    ...AMOUNT,
    ...CODES,
    ...ADDRESS,
    ...required("is_subtract"),
    ...PRICE,
    row("order_id", {}, taken(), "an unknown parameter"),
  ],
};

/**
 * `POST /v1/payout/calculate`: the official libraries call it without an address, and omit
 * `is_subtract` if it is false.
 */
export const payoutCalculate: RuleTable = {
  path: "/v1/payout/calculate",
  key: "payout",
  valid,
  answer: "success",
  rows: [
    ...AMOUNT,
    ...ADDRESS.filter(({ expected }) => !("code" in expected && expected.code === "validation.required")),
    without("address", taken(null)),
    ...rows("address", [null, ""], taken(null)),
    ...PRICE,
    ...optional("is_subtract", false),
  ],
};

/** `POST /v1/payout/info` */
export const payoutInfo: RuleTable = {
  path: "/v1/payout/info",
  key: "payout",
  valid: () => ({ uuid: NOBODY, order_id: freshId() }),
  answer: { message: "Payout not found" },
  rows: [...namedBy(128), ...uuid("uuid").slice(0, 3)],
};
