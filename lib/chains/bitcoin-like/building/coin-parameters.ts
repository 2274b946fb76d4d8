import type { FeePriority } from "@/lib/chains/spending";

export type CoinFamily = "btc" | "ltc" | "doge" | "dash" | "bch";

/**
 * How an input proves its right: `segwit` pays to a witness key hash (BIP-143 digest), `legacy` to
 * a key hash with the first digest, which does not commit to the amount, `fork-id` to a key hash
 * with the BIP-143 digest and the replay mark of Bitcoin Cash.
 */
export type SigningKind = "segwit" | "legacy" | "fork-id";

/** Amounts are in base units; rates in base units for 1000 virtual bytes, as nodes write them. */
export type CoinParameters = {
  readonly signing: SigningKind;
  /** The version that our transactions carry. */
  readonly transactionVersion: 1 | 2;
  /** Null where addresses have a form of their own (CashAddr). */
  readonly base58: { readonly publicKeyHash: number; readonly scriptHash: number } | null;
  /** Of segregated witness addresses; null where the chain has none. */
  readonly bech32: string | null;
  readonly cashAddress: string | null;
  readonly genesisHash: string;
  /** Blocks of this chain and of no other that grew out of the same genesis block. */
  readonly checkpoints: readonly { readonly height: number; readonly hash: string }[];
  /**
   * Whether nodes may let a dearer transaction on the same coins in (BIP-125), for those that
   * signal it.
   */
  readonly replacement: boolean;
  /** Most payments of one transaction: what one replacement or one lost input would delay. */
  readonly outputsMax: number;
  /**
   * What an output costs to spend at this rate is dust; `least` where the chain has one figure for
   * all scripts.
   */
  readonly dust: { readonly rate: bigint } | { readonly least: bigint };
  /** Lowest rate that blocks take, whatever a node says. */
  readonly minimumRate: bigint;
  /**
   * What a replacement has to add for its own way through the network, when the node does not say.
   */
  readonly incrementalRate: bigint;
  /** In how many blocks a transaction of this level should be. */
  readonly confirmationTarget: Readonly<Record<FeePriority, number>>;
  /** For nodes without an estimate (a new node, an empty chain, Dogecoin's at all times). */
  readonly fallbackRates: Readonly<Record<FeePriority, bigint>>;
  /** Above this a node's estimate is not believed. */
  readonly rateCeiling: bigint;
  /** No transaction ever pays more. */
  readonly feeCeiling: bigint;
  /** Up to this rate payouts take small coins along, because joining them later may be dearer. */
  readonly consolidationRate: bigint;
};

const TARGETS: Readonly<Record<FeePriority, number>> = { economy: 24, recommended: 6, high: 3, highest: 1 };
/** Blocks come four to ten times as often as Bitcoin's: twice the blocks are still less time. */
const FAST_TARGETS: Readonly<Record<FeePriority, number>> = { economy: 24, recommended: 8, high: 4, highest: 2 };
const OUTPUTS_MAX = 50;
const BITCOIN_GENESIS = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

function flatRates(units: bigint): Readonly<Record<FeePriority, bigint>> {
  return { economy: units, recommended: 2n * units, high: 5n * units, highest: 10n * units };
}

/**
 * Versions, prefixes, genesis blocks and checkpoints are those of each node's `chainparams.cpp`;
 * rates, replacement and dust those of its `policy.h` and `validation.h` (Bitcoin Core 29, Litecoin
 * Core 0.21, Dogecoin Core 1.14, Dash Core 22, Bitcoin Cash Node 28). Fallback rates and ceilings
 * are ours.
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
    // Off unless a node was started with -mempoolreplacement=1; one that has it off answers
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
    // Below 0.001 DOGE refused, below 0.01 DOGE let in for a further 0.01 DOGE of fee, which makes
    // such an output pointless.
    dust: { least: 1_000_000n },
    // Relayed from a tenth of it; miners' default takes nothing below it.
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
    // Taken out of Dash Core: InstantSend locks the first transaction within seconds.
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
    // Bitcoin, Bitcoin SV and eCash went other ways at these heights.
    checkpoints: [
      { height: 478_559, hash: "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec" },
      { height: 556_767, hash: "0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c" },
      { height: 661_648, hash: "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce" },
    ],
    // Taken out of Bitcoin Cash's nodes: the first transaction seen stays.
    replacement: false,
    outputsMax: OUTPUTS_MAX,
    // Written there as 1000, and three times the cost of spending; the same figure as Bitcoin's.
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
 * What is fixed about one coin of Bitcoin's kind, on its main network; sandboxes are told apart by
 * nothing but their genesis block.
 */
export function parametersOf(family: CoinFamily): CoinParameters {
  return PARAMETERS[family];
}
