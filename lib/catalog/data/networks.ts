import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * The networks as reviewed: what a fresh installation starts with. syncCatalog copies them into the table, where the operator
 * may change them. Where the figures come from: docs/networks-sources.md.
 */

/** What all networks have; the table holds the part that an operator may change. */
export type ReviewedNetwork = {
  readonly code: string;
  readonly name: string;
  readonly family: AddressFamily;
  /** How its transactions are ordered, as in a driver's features. */
  readonly kind: "nonce" | "coins" | "expiring";
  /** What wallets and exchanges call its tokens; null where it has none. */
  readonly tokenStandard: string | null;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  readonly nativeCurrency: string;
  /** The block of the transaction itself counts as one. */
  readonly confirmations: number;
  /** What an operator may go down to, and no row of the database below it (lib/catalog/needed-confirmations.ts). At most `confirmations`. */
  readonly confirmationsMin: number;
  /** Rounded up to whole seconds: it only paces polling and what is told to the payer. */
  readonly blockSeconds: number;
  /** A head older than this is a lagging node: well beyond the longest gap that chance makes. */
  readonly lagLimitSeconds: number;
  readonly explorerTransaction: string;
  readonly explorerAddress: string;
  /** Destinations may carry a memo. */
  readonly hasMemo: boolean;
  /** The interface's `priority` is applied here. */
  readonly hasPriority: boolean;
  readonly sortOrder: number;
};

const EVM = { family: "evm", kind: "nonce", hasMemo: false } as const;
const COINS = { kind: "coins", tokenStandard: null, chainId: null, hasMemo: false } as const;

export const REVIEWED_NETWORKS: readonly ReviewedNetwork[] = [
  {
    ...EVM,
    code: "eth",
    name: "Ethereum",
    tokenStandard: "ERC-20",
    chainId: 1n,
    nativeCurrency: "ETH",
    confirmations: 12,
    confirmationsMin: 6,
    blockSeconds: 12,
    lagLimitSeconds: 180,
    explorerTransaction: "https://etherscan.io/tx/{txid}",
    explorerAddress: "https://etherscan.io/address/{address}",
    hasPriority: true,
    sortOrder: 30,
  },
  {
    ...EVM,
    code: "bsc",
    name: "BNB Smart Chain",
    tokenStandard: "BEP-20",
    chainId: 56n,
    nativeCurrency: "BNB",
    confirmations: 15,
    confirmationsMin: 8,
    blockSeconds: 1,
    lagLimitSeconds: 60,
    explorerTransaction: "https://bscscan.com/tx/{txid}",
    explorerAddress: "https://bscscan.com/address/{address}",
    hasPriority: true,
    sortOrder: 20,
  },
  {
    ...EVM,
    code: "polygon",
    name: "Polygon",
    tokenStandard: "ERC-20",
    chainId: 137n,
    nativeCurrency: "POL",
    confirmations: 64,
    confirmationsMin: 32,
    blockSeconds: 2,
    lagLimitSeconds: 90,
    explorerTransaction: "https://polygonscan.com/tx/{txid}",
    explorerAddress: "https://polygonscan.com/address/{address}",
    hasPriority: true,
    sortOrder: 60,
  },
  {
    ...EVM,
    code: "arbitrum",
    name: "Arbitrum One",
    tokenStandard: "ERC-20",
    chainId: 42161n,
    nativeCurrency: "ETH",
    confirmations: 64,
    confirmationsMin: 32,
    blockSeconds: 1,
    lagLimitSeconds: 120,
    explorerTransaction: "https://arbiscan.io/tx/{txid}",
    explorerAddress: "https://arbiscan.io/address/{address}",
    hasPriority: false,
    sortOrder: 70,
  },
  {
    ...EVM,
    code: "avalanche",
    name: "Avalanche C-Chain",
    tokenStandard: "ERC-20",
    chainId: 43114n,
    nativeCurrency: "AVAX",
    confirmations: 2,
    confirmationsMin: 1,
    blockSeconds: 2,
    lagLimitSeconds: 120,
    explorerTransaction: "https://snowtrace.io/tx/{txid}",
    explorerAddress: "https://snowtrace.io/address/{address}",
    hasPriority: false,
    sortOrder: 80,
  },
  {
    ...COINS,
    code: "btc",
    name: "Bitcoin",
    family: "btc",
    nativeCurrency: "BTC",
    confirmations: 2,
    confirmationsMin: 2,
    blockSeconds: 600,
    lagLimitSeconds: 10_800,
    explorerTransaction: "https://mempool.space/tx/{txid}",
    explorerAddress: "https://mempool.space/address/{address}",
    hasPriority: true,
    sortOrder: 40,
  },
  {
    ...COINS,
    code: "ltc",
    name: "Litecoin",
    family: "ltc",
    nativeCurrency: "LTC",
    confirmations: 6,
    confirmationsMin: 3,
    blockSeconds: 150,
    lagLimitSeconds: 3_600,
    explorerTransaction: "https://litecoinspace.org/tx/{txid}",
    explorerAddress: "https://litecoinspace.org/address/{address}",
    hasPriority: false,
    sortOrder: 90,
  },
  {
    ...COINS,
    code: "doge",
    name: "Dogecoin",
    family: "doge",
    nativeCurrency: "DOGE",
    confirmations: 40,
    confirmationsMin: 20,
    blockSeconds: 60,
    lagLimitSeconds: 1_800,
    explorerTransaction: "https://blockchair.com/dogecoin/transaction/{txid}",
    explorerAddress: "https://blockchair.com/dogecoin/address/{address}",
    hasPriority: false,
    sortOrder: 100,
  },
  {
    ...COINS,
    code: "dash",
    name: "Dash",
    family: "dash",
    nativeCurrency: "DASH",
    confirmations: 2,
    confirmationsMin: 2,
    blockSeconds: 158,
    lagLimitSeconds: 3_600,
    explorerTransaction: "https://blockchair.com/dash/transaction/{txid}",
    explorerAddress: "https://blockchair.com/dash/address/{address}",
    hasPriority: false,
    sortOrder: 130,
  },
  {
    ...COINS,
    code: "bch",
    name: "Bitcoin Cash",
    family: "bch",
    nativeCurrency: "BCH",
    confirmations: 6,
    confirmationsMin: 3,
    blockSeconds: 600,
    lagLimitSeconds: 10_800,
    explorerTransaction: "https://blockchair.com/bitcoin-cash/transaction/{txid}",
    explorerAddress: "https://blockchair.com/bitcoin-cash/address/{address}",
    hasPriority: false,
    sortOrder: 120,
  },
  {
    code: "tron",
    name: "TRON",
    family: "tron",
    kind: "expiring",
    tokenStandard: "TRC-20",
    chainId: null,
    nativeCurrency: "TRX",
    confirmations: 20,
    confirmationsMin: 10,
    blockSeconds: 3,
    lagLimitSeconds: 60,
    explorerTransaction: "https://tronscan.org/#/transaction/{txid}",
    explorerAddress: "https://tronscan.org/#/address/{address}",
    hasMemo: false,
    hasPriority: false,
    sortOrder: 10,
  },
  {
    code: "sol",
    name: "Solana",
    family: "sol",
    kind: "expiring",
    tokenStandard: "SPL",
    chainId: null,
    nativeCurrency: "SOL",
    confirmations: 32,
    confirmationsMin: 16,
    blockSeconds: 1,
    lagLimitSeconds: 60,
    explorerTransaction: "https://solscan.io/tx/{txid}",
    explorerAddress: "https://solscan.io/account/{address}",
    hasMemo: false,
    hasPriority: false,
    sortOrder: 50,
  },
  {
    code: "ton",
    name: "TON",
    family: "ton",
    kind: "expiring",
    tokenStandard: "Jetton",
    chainId: null,
    nativeCurrency: "TON",
    confirmations: 1,
    confirmationsMin: 1,
    blockSeconds: 5,
    lagLimitSeconds: 60,
    explorerTransaction: "https://tonviewer.com/transaction/{txid}",
    explorerAddress: "https://tonviewer.com/{address}",
    hasMemo: true,
    hasPriority: false,
    sortOrder: 55,
  },
  {
    ...COINS,
    code: "xmr",
    name: "Monero",
    family: "xmr",
    nativeCurrency: "XMR",
    confirmations: 10,
    confirmationsMin: 10,
    blockSeconds: 120,
    lagLimitSeconds: 3_600,
    explorerTransaction: "https://xmrchain.net/tx/{txid}",
    explorerAddress: "https://xmrchain.net/search?value={address}",
    hasPriority: false,
    sortOrder: 110,
  },
];
