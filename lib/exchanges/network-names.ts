/**
 * What exchanges call the networks in their lists, best known first: a payer has to find the right line among them. Names that say
 * another network elsewhere (`ETH` for Arbitrum) are left out.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  eth: ["ERC20", "ETH", "Ethereum (ERC20)"],
  bsc: ["BEP20", "BSC", "BNB Smart Chain (BEP20)"],
  polygon: ["Polygon", "Polygon POS", "MATIC"],
  arbitrum: ["Arbitrum One", "ARBITRUM", "ARBONE"],
  avalanche: ["AVAX C-Chain", "AVAXC", "Avalanche C-Chain"],
  tron: ["TRC20", "TRX", "Tron (TRC20)"],
  sol: ["Solana", "SOL", "SPL"],
  ton: ["TON", "Toncoin", "The Open Network"],
  btc: ["BTC", "Bitcoin", "Bitcoin (SegWit)"],
  ltc: ["LTC", "Litecoin"],
  doge: ["DOGE", "Dogecoin"],
  dash: ["DASH", "Dash"],
  bch: ["BCH", "Bitcoin Cash"],
  xmr: ["XMR", "Monero"],
};

/** Networks on which exchanges offer a coin and this gateway does not, by coin: the lines that look right and are not. */
const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  BTC: ["BEP20", "Lightning"],
  LTC: ["BEP20"],
  DOGE: ["BEP20"],
  BCH: ["BEP20"],
  TRX: ["BEP20", "ERC20"],
  AVAX: ["AVAX X-Chain", "BEP20"],
  BNB: ["BEP2", "ERC20"],
  ETH: ["Optimism", "Base"],
  SOL: ["BEP20"],
  TON: ["BEP20", "ERC20"],
  SHIB: ["BEP20"],
};

/** The names of a network in the lists of exchanges, best known first; empty for a network that is not known here. */
export function exchangeNamesOf(network: string): readonly string[] {
  return NAMES[network] ?? [];
}

/**
 * Names under which exchanges offer the same coin on other networks: on those of the catalog, and beyond it.
 * @param others codes of the catalog's other networks of the coin
 */
export function wrongNamesOf(currency: string, network: string, others: readonly string[]): readonly string[] {
  const own = new Set(exchangeNamesOf(network));
  const names = [...others.flatMap((code) => exchangeNamesOf(code).slice(0, 1)), ...(LOOK_ALIKES[currency] ?? [])];
  return [...new Set(names)].filter((name) => !own.has(name));
}
