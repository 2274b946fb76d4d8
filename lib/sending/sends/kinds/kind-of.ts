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

/** What the chain says of accounts, by address; empty where accounts have no nonces. */
type ChainView = ReadonlyMap<string, AccountNonce>;

/** What one step has found out before it decides. */
export type StepView = {
  readonly catalog: Catalog;
  readonly network: CatalogNetwork;
  readonly stops: readonly SendStopRow[];
  readonly onChain: ChainView;
  readonly followed: Followed;
  /** Whether the chain's head is as young as it has to be. */
  readonly isFresh: boolean;
};

/** In what sending differs by what a transaction spends: a nonce, coins, or a span of time. */
type SendKind = {
  /**
   * Asked before our own record is read: what we send in between never makes the chain look ahead.
   */
  readonly readView: (engine: Engine, accounts: readonly string[], signal: AbortSignal) => Promise<ChainView>;
  /**
   * Judges what the chain has and our record has not: stops the network where money may have left
   * without us, and ends what is proven dead where that is part of ordinary life. Answers whether
   * anything may be signed in this step: not while it is unclear.
   */
  readonly guard: (engine: Engine, view: StepView, signal: AbortSignal) => Promise<boolean>;
  /**
   * Signs and broadcasts what may go. Asked with nothing due as well, as long as something may be
   * signed.
   */
  readonly start: (engine: Engine, view: StepView, due: readonly Send[], signal: AbortSignal) => Promise<void>;
  /** Brings forward what waits for too long; a person hears of what cannot be. */
  readonly renew: (
    engine: Engine,
    catalog: Catalog,
    waiting: readonly Outgoing[],
    signal: AbortSignal,
  ) => Promise<void>;
};

/**
 * A replaced consolidation pays its higher fee out of one more coin, which holds so many times of
 * the fee before.
 */
const SPARE_TIMES = 10n;

/**
 * Each transaction spends coins of ours: of two with one of them, the chain takes one. Several
 * payouts share one.
 */
const coinsKind: SendKind = {
  readView: async () => new Map(),

  async guard(engine, { network, followed }, signal) {
    const maySign = await checkCoins(engine, network, followed.absent, signal);
    // Afterwards: where a coin of ours was spent by somebody who has our keys, sends are stopped
    // before anything waits to be signed again.
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
 * All that its newest version spends, so that no two versions can both be in the chain, and more
 * where the higher fee needs it.
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
 * Payouts want the large ones, and what a replaced transaction brings back rests until it is
 * settled.
 */
function smallestAbove(largestFirst: readonly Coin[], units: bigint): readonly Coin[] {
  return largestFirst.filter((coin) => coin.units >= units).slice(-1);
}

/**
 * Each transaction takes its account's next nonce: of two with the same one, the chain takes one.
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
 * Each transaction is valid for a span of time. While it may be in a block it is the only one; when
 * its time has passed and the chain proves that it is in none, what it carried is signed again.
 */
const expiringKind: SendKind = {
  readView: async () => new Map(),

  async guard(engine, { catalog, network, followed, isFresh }, signal) {
    // Who lags knows less than what was sent, or has arrived.
    if (!isFresh) return false;
    const maySign = await checkHotBalances(engine, catalog, network, signal);
    await finalizeExpired(engine, network, followed.absent, signal);
    return maySign;
  },

  async start(engine, { catalog }, due, signal) {
    // What was tried grows old while others are tried: few at a time.
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
