import type { DriverFeatures } from "@/lib/chains/driver";
import type { AccountNonce, Coin, SpendSource } from "@/lib/chains/spending";
import { chunk } from "@/lib/kernel/chunk";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { SendStopRow } from "@/lib/pricing/catalog/networks-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { checkCoins } from "@/lib/sending/sends/check-coins";
import { checkHotBalances } from "@/lib/sending/sends/check-hot-balances";
import { enforceNonces, findAccountsBehind, findStolenNonces, readChainNonces } from "@/lib/sending/sends/check-nonces";
import { consolidate, isAnyQueued } from "@/lib/sending/sends/consolidate";
import type { Engine } from "@/lib/sending/sends/engine";
import { finalizeExpired, finalizeOrphans } from "@/lib/sending/sends/finalize-sends";
import type { Followed } from "@/lib/sending/sends/follow-sends";
import { leadOf, type Outgoing, spendsOf, toEstimate, versionOf } from "@/lib/sending/sends/outgoing";
import { eachStuck } from "@/lib/sending/sends/prove-dead";
import { replaceStuck } from "@/lib/sending/sends/replace-stuck";
import type { Send } from "@/lib/sending/sends/send";
import { accountSource, type SendTerms } from "@/lib/sending/sends/send-terms";
import { COINS_OFFERED_MAX, startBatches } from "@/lib/sending/sends/start-batches";
import { startSends } from "@/lib/sending/sends/start-sends";

/** The chain's nonces, by address; empty where accounts have none. */
type ChainView = ReadonlyMap<string, AccountNonce>;

/** What one step has determined before it decides. */
export type StepView = {
  readonly catalog: Catalog;
  readonly network: CatalogNetwork;
  readonly stops: readonly SendStopRow[];
  readonly onChain: ChainView;
  readonly followed: Followed;
  /** Whether the chain's head is recent enough. */
  readonly isFresh: boolean;
};

/** How sending differs by what a transaction spends: a nonce, UTXOs, or a validity period. */
type SendKind = {
  /**
   * Read before the gateway's own record, so that a send in between never makes the chain look
   * ahead.
   */
  readonly readView: (engine: Engine, accounts: readonly string[], signal: AbortSignal) => Promise<ChainView>;
  /**
   * Evaluates what the chain has and the gateway's record does not: stops the network if money may
   * have left without the gateway, and ends what is proven dead if that is normal for this kind.
   * Returns whether anything may be signed in this step: not while the state is unclear.
   */
  readonly guard: (engine: Engine, view: StepView, signal: AbortSignal) => Promise<boolean>;
  /**
   * Signs and broadcasts what is possible. Also called with nothing due, as long as signing is
   * allowed.
   */
  readonly start: (engine: Engine, view: StepView, due: readonly Send[], signal: AbortSignal) => Promise<void>;
  /** Speeds up what has waited too long; alerts a person if that is not possible. */
  readonly renew: (
    engine: Engine,
    catalog: Catalog,
    waiting: readonly Outgoing[],
    signal: AbortSignal,
  ) => Promise<void>;
};

/**
 * A replaced consolidation pays its higher fee from one additional UTXO, worth at least this many
 * times the previous fee.
 */
const SPARE_TIMES = 10n;

/**
 * Each transaction spends the gateway's UTXOs: of two with a common one, the chain includes one.
 * Several payouts can share a transaction.
 */
const coinsKind: SendKind = {
  readView: async () => new Map(),

  async guard(engine, { network, followed }, signal) {
    const maySign = await checkCoins(engine, network, followed.absent, signal);
    // Runs afterwards: if someone else with the gateway's keys has spent a UTXO, sends are stopped
    // before anything is queued to be signed again.
    await finalizeOrphans(engine, network, followed.absent, signal);
    return maySign;
  },

  async start(engine, { catalog }, due, signal) {
    const short = await startBatches(engine, catalog, due, signal);
    const isIdle = due.length === 0 && !(await isAnyQueued(engine.networkCode));
    await consolidate(engine, catalog, { short, isIdle }, signal);
  },

  renew: (engine, catalog, waiting, signal) =>
    replaceStuck(engine, catalog, waiting, (outgoing, terms) => sourceOfReplacement(engine, outgoing, terms), signal),
};

/**
 * Everything that its newest version spends, so that no two versions can both be included, plus
 * more if the higher fee needs it.
 */
async function sourceOfReplacement(engine: Engine, outgoing: Outgoing, terms: SendTerms): Promise<SpendSource | null> {
  const version = versionOf(outgoing, outgoing.version);
  const spends = spendsOf(outgoing, version);
  if (spends.kind !== "coins") return null;
  const free = await listSpendable(engine.networkCode, COINS_OFFERED_MAX);
  const isJoining = leadOf(outgoing).purpose === "consolidation";
  const feeUnits = toEstimate(version, terms.nativeDecimals).maximumUnits;
  const further = isJoining ? smallestAbove(free, SPARE_TIMES * feeUnits) : free;
  const candidates = [...spends.coins, ...further];
  return { kind: "coins", candidates, required: spends.coins, changeAddress: engine.hotAddress };
}

/**
 * Payouts need the large ones, and what a replaced transaction returns is unusable until it is
 * settled.
 */
function smallestAbove(largestFirst: readonly Coin[], units: bigint): readonly Coin[] {
  return largestFirst.filter((coin) => coin.units >= units).slice(-1);
}

/**
 * Each transaction uses its account's next nonce: of two with the same nonce, the chain includes
 * one.
 */
const nonceKind: SendKind = {
  readView: readChainNonces,

  async guard(engine, { network, stops, onChain, followed, isFresh }, signal) {
    const behind = await findAccountsBehind(engine, onChain);
    const stolen = await findStolenNonces(engine, followed.missing, network.confirmations, signal);
    await enforceNonces(engine, stops, onChain, new Map([...stolen, ...behind]), isFresh);
    return true;
  },

  async start(engine, { catalog, onChain }, due, signal) {
    await startSends(engine, catalog, due, (address) => onChain.get(address)?.pending ?? 0n, signal);
  },

  renew: (engine, catalog, waiting, signal) =>
    replaceStuck(
      engine,
      catalog,
      waiting,
      async ({ nonce }, terms) => (nonce === null ? null : accountSource(engine, terms, nonce)),
      signal,
    ),
};

const NO_NONCE = 0n;
const TRIED_AT_ONCE = 8;

/**
 * Each transaction has a validity period. While it may be in a block it is the only one; once it
 * has expired and the chain proves that no block contains it, its sends are signed again.
 */
const expiringKind: SendKind = {
  readView: async () => new Map(),

  async guard(engine, { catalog, network, followed, isFresh }, signal) {
    // A lagging node does not know everything that was sent or received.
    if (!isFresh) return false;
    const maySign = await checkHotBalances(engine, catalog, network, signal);
    await finalizeExpired(engine, network, followed.absent, signal);
    return maySign;
  },

  async start(engine, { catalog }, due, signal) {
    // Prepared transactions age while others are prepared: process a few at a time.
    for (const few of chunk(due, TRIED_AT_ONCE)) {
      await startSends(engine, catalog, few, () => NO_NONCE, signal);
    }
  },

  renew: (engine, _catalog, waiting, signal) => eachStuck(engine, waiting, signal, async () => {}),
};

const KINDS: Readonly<Record<DriverFeatures["spending"], SendKind>> = {
  nonce: nonceKind,
  coins: coinsKind,
  expiring: expiringKind,
};

export function kindOf({ spending }: Pick<DriverFeatures, "spending">): SendKind {
  return KINDS[spending];
}
