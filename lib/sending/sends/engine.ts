import type { AssetDescription, ChainDriver } from "@/lib/chains/driver";
import type { FeeEstimate, SigningRequest } from "@/lib/chains/spending";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { type OutflowRules, outflowRulesOf } from "@/lib/sending/sends/outflow-rules";

/** Answers each request by one signature, in order. Pure: it may be called inside a transaction. */
export type Signer = (requests: readonly SigningRequest[]) => readonly Uint8Array[];

/** Not one that the seed derives, whatever the database says. */
export class ForeignAddressError extends Error {}

/**
 * Finds the key of an address of ours. @throws ForeignAddressError when the address is none of ours
 */
export type FindSigner = (address: string) => Promise<Signer>;

/** How long things take on a network before the engine does something about them; milliseconds. */
export type SendTiming = {
  /**
   * A send that cannot go now is looked at again after this; the longer it waits, the later, up to
   * the longest.
   */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** A transaction that no node seems to know is handed out again after this. */
  readonly rebroadcastMs: number;
  /** One that is not in a block after this is replaced, when prices have risen. */
  readonly replaceMs: number;
  /** A fee estimate serves equal calls for this long. */
  readonly estimateMs: number;
  /** Settled transactions are looked for on the chain at this interval. */
  readonly watchMs: number;
};

/**
 * One network that money leaves by, with what this process remembers of it. Nothing in it is needed
 * by another process.
 */
export type Engine = {
  readonly networkCode: string;
  readonly driver: ChainDriver;
  readonly hotAddress: string;
  readonly findSigner: FindSigner;
  readonly timing: SendTiming;
  /** Most transactions of one account that are not in a block. */
  readonly inFlightMax: number;
  /** What may leave, by the settings of this process. */
  readonly rules: OutflowRules;
  readonly memory: EngineMemory;
};

export type EngineMemory = {
  readonly estimates: Map<string, { readonly fee: FeeEstimate; readonly untilMs: number }>;
  /** When each live transaction was last asked for, by its id. */
  readonly lookedAtMs: Map<string, number>;
  /** When a replacement of each live transaction was last thought about, by its id. */
  readonly replaceTriedAtMs: Map<string, number>;
  /** What stood in the books, by coin, when something last waited for one. */
  readonly custody: Map<string, Decimal>;
  /**
   * What keeps each that is in a block from being settled, and since when, by the kind of doubt and
   * its id.
   */
  readonly doubts: Map<string, { readonly about: string; readonly sinceMs: number }>;
  /** What the nodes agreed on about tokens that an operator added, by their contracts. */
  readonly tokens: Map<string, { readonly token: AssetDescription; readonly untilMs: number }>;
  /** When a node last gave no answer about one in a block. */
  nodeSilentAtMs: number;
  settledWatchedAtMs: number;
  idleCheckAtMs: number;
  /** When the hot wallet's nonce was last compared although nothing is to be sent. */
  nonceCheckedAtMs: number;
  /**
   * When the chain was last asked whether what is ours is still there, and how often in a row it
   * seemed not to be.
   */
  coinsCheckedAtMs: number;
  missingCount: number;
  /** When it was last asked whether many small coins lie about, although nobody waits. */
  coinsCountedAtMs: number;
};

/** @param rules those of the settings, unless others are given */
export function createEngine(
  parts: Pick<Engine, "networkCode" | "driver" | "hotAddress" | "findSigner" | "timing">,
  rules = outflowRulesOf(parts.networkCode),
) {
  const never = Number.NEGATIVE_INFINITY;
  const times = {
    settledWatchedAtMs: never,
    idleCheckAtMs: never,
    nonceCheckedAtMs: never,
    coinsCheckedAtMs: never,
    coinsCountedAtMs: never,
  };
  const maps = { estimates: new Map(), lookedAtMs: new Map(), replaceTriedAtMs: new Map(), custody: new Map() };
  const memory: EngineMemory = {
    ...maps,
    ...times,
    doubts: new Map(),
    tokens: new Map(),
    nodeSilentAtMs: never,
    missingCount: 0,
  };
  const { inFlightMax } = parts.driver.features;
  return {
    ...parts,
    inFlightMax: Math.min(env().SENDS_IN_FLIGHT_MAX, inFlightMax ?? Infinity),
    rules,
    memory,
  } satisfies Engine;
}

const SECOND_MS = 1_000;
const SANDBOX_REPLACE_S = 10;
const REPLACE_S_MIN = 180;
const REPLACE_BLOCKS = 10;

/** What suits the network; the operator may say when a transaction counts as stuck. */
export function timingOf(network: CatalogNetwork): SendTiming {
  const blockMs = network.blockSeconds * SECOND_MS;
  const stuckS = network.isSandbox ? SANDBOX_REPLACE_S : Math.max(REPLACE_S_MIN, REPLACE_BLOCKS * network.blockSeconds);
  const replaceMs = (env().SENDS_REPLACE_AFTER_S ?? stuckS) * SECOND_MS;
  if (network.isSandbox) {
    return { retryMs: 1_000, retryMaxMs: 5_000, rebroadcastMs: 1_500, replaceMs, estimateMs: 3_000, watchMs: 1_000 };
  }
  return {
    retryMs: 15 * SECOND_MS,
    retryMaxMs: 300 * SECOND_MS,
    rebroadcastMs: Math.max(15 * SECOND_MS, 2 * blockMs),
    replaceMs,
    estimateMs: Math.max(3 * SECOND_MS, blockMs),
    watchMs: Math.max(10 * SECOND_MS, blockMs),
  };
}

/** The network as the operator has it now. */
export function networkOf(engine: Engine, catalog: Catalog): CatalogNetwork {
  const network = catalog.network(engine.networkCode);
  invariant(network, `the catalog knows ${engine.networkCode}`);
  return network;
}
