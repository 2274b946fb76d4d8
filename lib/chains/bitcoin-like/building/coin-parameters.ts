import type { FeePriority } from "@/lib/chains/spending";

export type CoinFamily = "btc" | "ltc" | "doge" | "dash" | "bch";

/**
 * How an input is authorised: `segwit` spends a witness key hash (BIP-143 digest), `legacy` a key
 * hash with the original digest, which does not commit to the amount, `fork-id` a key hash with the
 * BIP-143 digest and the replay protection of Bitcoin Cash.
 */
export type SigningKind = "segwit" | "legacy" | "fork-id";

/** Amounts are in base units; rates in base units per 1000 virtual bytes, as nodes report them. */
export type CoinParameters = {
  readonly signing: SigningKind;
  /** The version of the transactions we create. */
  readonly transactionVersion: 1 | 2;
  /** Null where addresses have a format of their own (CashAddr). */
  readonly base58: { readonly publicKeyHash: number; readonly scriptHash: number } | null;
  /** Prefix of segregated witness addresses; null where the chain has none. */
  readonly bech32: string | null;
  readonly cashAddress: string | null;
  readonly genesisHash: string;
  /** Blocks that only this chain has, and no other fork of the same genesis block. */
  readonly checkpoints: readonly { readonly height: number; readonly hash: string }[];
  /**
   * Whether nodes may accept a replacement with a higher fee on the same coins (BIP-125), for
   * transactions that signal it.
   */
  readonly replacement: boolean;
  /** Most payments per transaction: what one replacement or one lost input would delay. */
  readonly outputsMax: number;
  /**
   * An output that costs more to spend at this rate than it holds is dust; `least` where the chain
   * has one limit for all scripts.
   */
  readonly dust: { readonly rate: bigint } | { readonly least: bigint };
  /** Lowest rate accepted in blocks, whatever a node says. */
  readonly minimumRate: bigint;
  /** Extra fee rate that a replacement pays for its own relay when the node does not report one. */
  readonly incrementalRate: bigint;
  /** Target number of blocks until inclusion, per priority. */
  readonly confirmationTarget: Readonly<Record<FeePriority, number>>;
  /** For nodes without an estimate (a new node, an empty chain, Dogecoin always). */
  readonly fallbackRates: Readonly<Record<FeePriority, bigint>>;
  /** Node estimates above this are not trusted. */
  readonly rateCeiling: bigint;
  /** Upper limit for the fee of any transaction. */
  readonly feeCeiling: bigint;
  /**
   * Up to this rate payouts also spend small coins, because consolidating them later may cost more.
   */
  readonly consolidationRate: bigint;
};

const TARGETS: Readonly<Record<FeePriority, number>> = { economy: 24, recommended: 6, high: 3, highest: 1 };
/**
 * Blocks come four to ten times as often as Bitcoin's: twice as many blocks still take less time.
 */
const FAST_TARGETS: Readonly<Record<FeePriority, number>> = { economy: 24, recommended: 8, high: 4, highest: 2 };
const OUTPUTS_MAX = 50;
const BITCOIN_GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

function flatRates(units: bigint): Readonly<Record<FeePriority, bigint>> {
  return { economy: units, recommended: 2n * units, high: 5n * units, highest: 10n * units };
}

/**
 * Versions, prefixes, genesis blocks and checkpoints are from each node's `chainparams.cpp`; rates,
 * replacement and dust from its `policy.h` and `validation.h` (Bitcoin Core 29, Litecoin Core 0.21,
 * Dogecoin Core 1.14, Dash Core 22, Bitcoin Cash Node 28). Fallback rates and ceilings are our own.
 */
const PARAMETERS: Readonly<Record<CoinFamily, CoinParameters>> = {
  btc: {
    signing: "segwit",
    transactionVersion: 2,
    base58: { publicKeyHash: 0x00, scriptHash: 0x05 },
    bech32: "bc",
    cashAddress: null,
    genesisHash: BITCOIN_GENESIS,
    checkpoints: [{ height: 478_559, hash: "00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148" }],
    replacement: true,
    outputsMax: OUTPUTS_MAX,
    dust: { rate: 3_000n },
    minimumRate: 1_000n,
    incrementalRate: 1_000n,
    confirmationTarget: TARGETS,
    fallbackRates: { economy: 5_000n, recommended: 10_000n, high: 20_000n, highest: 40_000n },
    rateCeiling: 1_000_000n,
    feeCeiling: 5_000_000n,
    consolidationRate: 5_000n,
  },
  ltc: {
    signing: "segwit",
    transactionVersion: 2,
    base58: { publicKeyHash: 0x30, scriptHash: 0x32 },
    bech32: "ltc",
    cashAddress: null,
    genesisHash: "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    checkpoints: [],
    // Off unless a node was started with -mempoolreplacement=1; a node with it off answers
    // "conflict" and keeps the first version.
    replacement: true,
    outputsMax: OUTPUTS_MAX,
    // Ten times Bitcoin's.
    dust: { rate: 30_000n },
    minimumRate: 1_000n,
    incrementalRate: 1_000n,
    confirmationTarget: FAST_TARGETS,
    fallbackRates: flatRates(2_000n),
    rateCeiling: 2_000_000n,
    feeCeiling: 20_000_000n,
    consolidationRate: 10_000n,
  },
  doge: {
    signing: "legacy",
    transactionVersion: 1,
    base58: { publicKeyHash: 0x1e, scriptHash: 0x16 },
    bech32: null,
    cashAddress: null,
    genesisHash: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
    checkpoints: [],
    // On by default (-mempoolreplacement), for transactions that signal it.
    replacement: true,
    outputsMax: OUTPUTS_MAX,
    // Below 0.001 DOGE refused, below 0.01 DOGE accepted for a further 0.01 DOGE of fee, which
    // makes such an output pointless.
    dust: { least: 1_000_000n },
    // Relayed from a tenth of it; by default miners include nothing below it.
    minimumRate: 1_000_000n,
    incrementalRate: 10_000n,
    confirmationTarget: FAST_TARGETS,
    fallbackRates: flatRates(1_000_000n),
    rateCeiling: 2_000_000_000n,
    feeCeiling: 10_000_000_000n,
    consolidationRate: 2_000_000n,
  },
  dash: {
    signing: "legacy",
    transactionVersion: 1,
    base58: { publicKeyHash: 0x4c, scriptHash: 0x10 },
    bech32: null,
    cashAddress: null,
    genesisHash: "00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6",
    checkpoints: [],
    // Removed from Dash Core: InstantSend locks the first transaction within seconds.
    replacement: false,
    outputsMax: OUTPUTS_MAX,
    dust: { rate: 3_000n },
    minimumRate: 1_000n,
    incrementalRate: 1_000n,
    confirmationTarget: FAST_TARGETS,
    fallbackRates: flatRates(2_000n),
    rateCeiling: 2_000_000n,
    feeCeiling: 10_000_000n,
    consolidationRate: 5_000n,
  },
  bch: {
    signing: "fork-id",
    transactionVersion: 2,
    base58: null,
    bech32: null,
    cashAddress: "bitcoincash",
    genesisHash: BITCOIN_GENESIS,
    // Heights at which Bitcoin, Bitcoin SV and eCash forked off.
    checkpoints: [
      { height: 478_559, hash: "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec" },
      { height: 556_767, hash: "0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c" },
      { height: 661_648, hash: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce" },
    ],
    // Removed from Bitcoin Cash nodes: the first transaction seen stays.
    replacement: false,
    outputsMax: OUTPUTS_MAX,
    // Written as 1000 in the source, and three times the cost of spending; equals Bitcoin's.
    dust: { rate: 3_000n },
    minimumRate: 1_000n,
    incrementalRate: 1_000n,
    confirmationTarget: TARGETS,
    fallbackRates: { economy: 1_000n, recommended: 1_500n, high: 2_000n, highest: 3_000n },
    rateCeiling: 200_000n,
    feeCeiling: 10_000_000n,
    consolidationRate: 1_500n,
  },
};

/**
 * Returns the fixed parameters of one Bitcoin-like coin on its main network; sandboxes differ only
 * in their genesis block.
 */
export function parametersOf(family: CoinFamily): CoinParameters {
  return PARAMETERS[family];
}
