/**
 * Fiat currencies in which an invoice may be issued: ISO 4217 codes. All have 2 decimals here, as
 * in the API, whatever their own minor unit is. A currency without a fresh rate cannot be quoted,
 * so an unnecessary code costs nothing.
 */
const FIAT_CURRENCIES: ReadonlyArray<readonly [code: string, name: string]> = [
  ["USD", "US dollar"],
  ["EUR", "Euro"],
  ["GBP", "Pound sterling"],
  ["RUB", "Russian rouble"],
  ["UAH", "Ukrainian hryvnia"],
  ["KZT", "Kazakhstani tenge"],
  ["BYN", "Belarusian rouble"],
  ["UZS", "Uzbekistani sum"],
  ["AZN", "Azerbaijani manat"],
  ["GEL", "Georgian lari"],
  ["AMD", "Armenian dram"],
  ["MDL", "Moldovan leu"],
  ["KGS", "Kyrgyzstani som"],
  ["TJS", "Tajikistani somoni"],
  ["TMT", "Turkmenistani manat"],
  ["TRY", "Turkish lira"],
  ["PLN", "Polish zloty"],
  ["CZK", "Czech koruna"],
  ["HUF", "Hungarian forint"],
  ["RON", "Romanian leu"],
  ["BGN", "Bulgarian lev"],
  ["CHF", "Swiss franc"],
  ["SEK", "Swedish krona"],
  ["NOK", "Norwegian krone"],
  ["DKK", "Danish krone"],
  ["CAD", "Canadian dollar"],
  ["AUD", "Australian dollar"],
  ["NZD", "New Zealand dollar"],
  ["JPY", "Japanese yen"],
  ["CNY", "Chinese yuan"],
  ["HKD", "Hong Kong dollar"],
  ["SGD", "Singapore dollar"],
  ["KRW", "South Korean won"],
  ["INR", "Indian rupee"],
  ["IDR", "Indonesian rupiah"],
  ["THB", "Thai baht"],
  ["VND", "Vietnamese dong"],
  ["PHP", "Philippine peso"],
  ["AED", "UAE dirham"],
  ["SAR", "Saudi riyal"],
  ["ILS", "Israeli new shekel"],
  ["BRL", "Brazilian real"],
  ["MXN", "Mexican peso"],
  ["ARS", "Argentine peso"],
  ["NGN", "Nigerian naira"],
  ["ZAR", "South African rand"],
];

/** A currency as reviewed. */
export type ReviewedCurrency = {
  /** Upper case. */
  readonly code: string;
  readonly name: string;
  readonly kind: "crypto" | "fiat";
  readonly isStable: boolean;
  /**
   * Decimals that an amount in this currency may have: 2 for fiat; for a coin its finest payable
   * unit on any network, at most 8. The decimals of an amount due on one network are the service's
   * own `payableDecimals`.
   */
  readonly decimals: number;
  /** Popular coins first. */
  readonly sortOrder: number;
};

type Coin = readonly [code: string, name: string, decimals: number];

/** In the order in which they are offered to a payer. */
const STABLE: readonly Coin[] = [
  ["USDT", "Tether USD", 8],
  ["USDC", "USD Coin", 8],
  ["DAI", "Dai", 8],
];

const COINS: readonly Coin[] = [
  ["BTC", "Bitcoin", 8],
  ["ETH", "Ether", 8],
  ["TRX", "TRON", 6],
  ["BNB", "BNB", 8],
  ["LTC", "Litecoin", 8],
  ["SOL", "Solana", 8],
  ["TON", "Toncoin", 8],
  ["XMR", "Monero", 8],
  ["POL", "Polygon", 8],
  ["DOGE", "Dogecoin", 8],
  ["BCH", "Bitcoin Cash", 8],
  ["AVAX", "Avalanche", 8],
  ["DASH", "Dash", 8],
  ["SHIB", "Shiba Inu", 8],
  ["VERSE", "Verse", 8],
  ["CGPT", "ChainGPT", 8],
  ["HMSTR", "Hamster Kombat", 8],
];

/** Far behind the coins: payers choose among coins; fiat only occurs as an invoice's currency. */
const FIAT_FIRST = 1_000;

export const REVIEWED_CURRENCIES: readonly ReviewedCurrency[] = [
  ...STABLE.map((coin, index) => cryptoCurrency(coin, true, (index + 1) * 10)),
  ...COINS.map((coin, index) => cryptoCurrency(coin, false, (STABLE.length + index + 1) * 10)),
  ...FIAT_CURRENCIES.map(
    ([code, name], index): ReviewedCurrency => ({
      code,
      name,
      kind: "fiat",
      isStable: false,
      decimals: 2,
      sortOrder: FIAT_FIRST + index,
    }),
  ),
];

/**
 * Values that a token's `symbol()` may return in addition to the currency's own code. Tether writes
 * its symbol with the currency sign on TON, as `USDt` on Avalanche, and its bridged form (USDT0)
 * has replaced the old symbol on Arbitrum and Polygon in place.
 */
export const CHAIN_SYMBOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["USDT", ["USDt", "USD₮", "USDT0", "USD₮0"]],
]);

/**
 * Former codes of renamed coins, with their current code: clients keep sending them. Inputs accept
 * both, responses use the current one.
 */
export const FORMER_CODES: ReadonlyMap<string, string> = new Map([["MATIC", "POL"]]);

function cryptoCurrency([code, name, decimals]: Coin, isStable: boolean, sortOrder: number): ReviewedCurrency {
  return { code, name, kind: "crypto", isStable, decimals, sortOrder };
}
