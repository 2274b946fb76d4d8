import type { AssetDescription, ChainDriver } from "@/lib/chains/driver";
import type { FeeEstimate, SigningRequest } from "@/lib/chains/spending";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { type OutflowRules, outflowRulesOf } from "@/lib/sending/sends/outflow-rules";

/** Returns one signature per request, in order. Pure: it may be called inside a transaction. */
export type Signer = (requests: readonly SigningRequest[]) => readonly Uint8Array[];

/** The address is not derived from the seed, whatever the database says. */
export class ForeignAddressError extends Error {}

/**
 * Finds the key of one of the gateway's addresses. @throws ForeignAddressError when the address is
 * not the gateway's
 */
export type FindSigner = (address: string) => Promise<Signer>;

/** How long conditions on a network last before the engine acts on them; milliseconds. */
export type SendTiming = {
  /**
   * Interval after which a blocked send is retried; grows with the waiting time, up to the maximum.
   */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** After this, a transaction that no node seems to know is broadcast again. */
  readonly rebroadcastMs: number;
  /** After this, an unconfirmed transaction is replaced, if fees have risen. */
  readonly replaceMs: number;
  /** How long a fee estimate is reused for equal calls. */
  readonly estimateMs: number;
  /** Interval at which settled transactions are checked on the chain. */
  readonly watchMs: number;
};

/** A network for sends, with this process's in-memory state. No other process needs that state. */
export type Engine = {
  readonly networkCode: string;
  readonly driver: ChainDriver;
  readonly hotAddress: string;
  readonly findSigner: FindSigner;
  readonly timing: SendTiming;
  /** Maximum number of unconfirmed transactions per account. */
  readonly inFlightMax: number;
  /** Limits on what may be sent, from the settings of this process. */
  readonly rules: OutflowRules;
  readonly memory: EngineMemory;
};

export type EngineMemory = {
  readonly estimates: Map<string, { readonly fee: FeeEstimate; readonly untilMs: number }>;
  /** When each live transaction was last looked up, by its id. */
  readonly lookedAtMs: Map<string, number>;
  /** When a replacement of each live transaction was last considered, by its id. */
  readonly replaceTriedAtMs: Map<string, number>;
  /** The booked custody, by coin, when a send last waited for it. */
  readonly custody: Map<string, Decimal>;
  /**
   * What prevents each included transaction from being settled, and since when, by the kind of
   * doubt and its id.
   */
  readonly doubts: Map<string, { readonly about: string; readonly sinceMs: number }>;
  /** The nodes' consensus about tokens added by an operator, by contract. */
  readonly tokens: Map<string, { readonly token: AssetDescription; readonly untilMs: number }>;
  /** When a node last failed to respond about an included transaction. */
  nodeSilentAtMs: number;
  settledWatchedAtMs: number;
  idleCheckAtMs: number;
  /** When the hot wallet's nonce was last compared with nothing to send. */
  nonceCheckedAtMs: number;
  /**
   * When the gateway's holdings were last checked on the chain, and for how many consecutive checks
   * they seemed to be missing.
   */
  coinsCheckedAtMs: number;
  missingCount: number;
  /** When small UTXOs were last counted while no send was waiting. */
  coinsCountedAtMs: number;
};

/** @param rules from the settings by default */
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

/**
 * Returns the timing for a network; the operator can configure when a transaction counts as stuck.
 */
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

/** Returns the network as currently configured by the operator. */
export function networkOf(engine: Engine, catalog: Catalog): CatalogNetwork {
  const network = catalog.network(engine.networkCode);
  invariant(network, `the catalog knows ${engine.networkCode}`);
  return network;
}
