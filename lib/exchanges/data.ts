/** Where a typical value was read. */
export type TermsSource =
  /** Tables of guides for people who withdraw, several of which agree; read in November 2026, the newest of June 2026. */
  | "guides 2026-06"
  /** One large exchange's own list of all of its networks, as kept by a public repository in July 2023. */
  | "listing 2023-07"
  /** No list was found: several times what a transfer costs on an ordinary day, as exchanges price their cheap networks. */
  | "estimate 2026-11";

/** What exchanges usually take and ask for. Amounts as decimal text in the coin. */
export type TypicalTerms = {
  readonly currency: string;
  readonly network: string;
  /** Taken out of what is typed. */
  readonly fee: string;
  /** Less is not sent. */
  readonly minimum: string;
  readonly source: TermsSource;
};

type Row = readonly [network: string, fee: string, minimum: string, source: TermsSource];

const GUIDES = "guides 2026-06";
const LISTING = "listing 2023-07";
const ESTIMATE = "estimate 2026-11";

/**
 * TYPICAL values: no exchange is bound to them and each changes its own often, which the page says. Chosen from the upper half of
 * what is usual, since a fee that is assumed too low leaves a payment short, and one too high only brings a little too much. Coins
 * that few exchanges withdraw (VERSE, CGPT, HMSTR) have none. The operator may change every row.
 */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  USDT: [
    ["tron", "1", "10", GUIDES],
    ["bsc", "0.3", "10", GUIDES],
    ["eth", "5", "20", GUIDES],
    ["sol", "1", "10", GUIDES],
    ["ton", "0.5", "10", ESTIMATE],
    ["polygon", "0.2", "10", GUIDES],
    ["arbitrum", "0.5", "10", GUIDES],
    ["avalanche", "1", "10", GUIDES],
  ],
  USDC: [
    ["eth", "5", "20", LISTING],
    ["bsc", "0.3", "10", LISTING],
    ["polygon", "1", "10", LISTING],
    ["arbitrum", "0.5", "10", ESTIMATE],
    ["avalanche", "1", "10", LISTING],
    ["tron", "1", "10", LISTING],
  ],
  DAI: [
    ["eth", "5", "15", LISTING],
    ["bsc", "0.8", "10", LISTING],
    ["polygon", "1", "10", LISTING],
  ],
  BTC: [["btc", "0.0001", "0.0005", GUIDES]],
  ETH: [
    ["eth", "0.001", "0.005", GUIDES],
    ["bsc", "0.00006", "0.0002", LISTING],
    ["arbitrum", "0.0001", "0.001", GUIDES],
  ],
  TRX: [["tron", "1", "15", LISTING]],
  BNB: [["bsc", "0.0005", "0.01", GUIDES]],
  LTC: [["ltc", "0.001", "0.002", LISTING]],
  SOL: [["sol", "0.008", "0.02", LISTING]],
  TON: [["ton", "0.02", "0.2", ESTIMATE]],
  XMR: [["xmr", "0.0001", "0.001", LISTING]],
  POL: [
    ["polygon", "0.1", "10", LISTING],
    ["eth", "10", "20", LISTING],
  ],
  DOGE: [["doge", "4", "20", LISTING]],
  BCH: [["bch", "0.001", "0.002", LISTING]],
  AVAX: [["avalanche", "0.008", "0.1", LISTING]],
  DASH: [["dash", "0.002", "0.004", LISTING]],
  SHIB: [["eth", "400000", "800000", LISTING]],
};

export const TYPICAL_TERMS: readonly TypicalTerms[] = Object.entries(ROWS).flatMap(([currency, rows]) =>
  rows.map(([network, fee, minimum, source]) => ({ currency, network, fee, minimum, source })),
);

/** The typical value of a service; null where none is known. */
export function typicalTermsOf(currency: string, network: string): TypicalTerms | null {
  return TYPICAL_TERMS.find((terms) => terms.currency === currency && terms.network === network) ?? null;
}
