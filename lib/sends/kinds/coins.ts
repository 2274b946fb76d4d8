import type { Coin, SpendSource } from "@/lib/chains/spending";
import { listSpendable } from "@/lib/coins/coins-repo";
import { buryOrphans } from "@/lib/sends/bury-orphans";
import { checkCoins } from "@/lib/sends/check-coins";
import { consolidate } from "@/lib/sends/consolidate";
import { isAnyQueued } from "@/lib/sends/consolidations-repo";
import type { Engine } from "@/lib/sends/engine";
import type { SendKind } from "@/lib/sends/kinds/kind";
import { leadOf, type Outgoing, spendsOf, toEstimate, versionOf } from "@/lib/sends/outgoing";
import { replaceStuck } from "@/lib/sends/replace-stuck";
import type { SendTerms } from "@/lib/sends/send-terms";
import { COINS_OFFERED_MAX, startBatches } from "@/lib/sends/start-batches";

/** A replaced consolidation pays its higher fee out of one more coin, which holds so many times of the fee before. */
const SPARE_TIMES = 10n;

/** Each transaction spends coins of ours: of two with one of them, the chain takes one. Several payouts share one. */
export const coinsKind: SendKind = {
  look: async () => new Map(),

  async guard(engine, { network, followed }, signal) {
    const maySign = await checkCoins(engine, network, followed.absent, signal);
    // Afterwards: where a coin of ours was spent by somebody who has our keys, sends are stopped before anything waits to be signed again.
    await buryOrphans(engine, network, followed.absent, signal);
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

/** All that its newest version spends, so that no two versions can both be in the chain, and more where the higher fee needs it. */
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

/** Payouts want the large ones, and what a replaced transaction brings back rests until it is settled. */
function smallestAbove(largestFirst: readonly Coin[], units: bigint): readonly Coin[] {
  return largestFirst.filter((coin) => coin.units >= units).slice(-1);
}
