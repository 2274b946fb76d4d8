/** What chains the sandbox can have. Loads nothing: it is asked before the packages are installed. */

/** Families by network code, in the order in which they are shown. */
export const SANDBOX_FAMILIES = {
  eth: "evm",
  bsc: "evm",
  polygon: "evm",
  arbitrum: "evm",
  avalanche: "evm",
  btc: "btc",
  ltc: "ltc",
  tron: "tron",
  sol: "sol",
  ton: "ton",
  xmr: "xmr",
};

/** What each pays its fees in. */
export const SANDBOX_COINS = {
  eth: "ETH",
  bsc: "BNB",
  polygon: "POL",
  arbitrum: "ETH",
  avalanche: "AVAX",
  btc: "BTC",
  ltc: "LTC",
  tron: "TRX",
  sol: "SOL",
  ton: "TON",
  xmr: "XMR",
};

export const SANDBOX_CODES = Object.keys(SANDBOX_FAMILIES);

/** What a sandbox has unless one names its chains: Monero's daemon takes half a gigabyte, and minutes where the machine is busy. */
export const DEFAULT_SANDBOX_CODES = SANDBOX_CODES.filter((code) => code !== "xmr");
