import type { SpendSource } from "@/lib/chains/spending";
import { listSpendable } from "@/lib/coins/coins-repo";
import { checkCoins } from "@/lib/sends/check-coins";
import type { Engine } from "@/lib/sends/engine";
import type { SendKind } from "@/lib/sends/kinds/kind";
import { type Outgoing, spendsOf, versionOf } from "@/lib/sends/outgoing";
import { replaceStuck } from "@/lib/sends/replace-stuck";
import { COINS_OFFERED_MAX, startBatches } from "@/lib/sends/start-batches";

/** Each transaction spends coins of ours: of two with one of them, the chain takes one. Several payouts share one. */
export const coinsKind: SendKind = {
  look: async () => new Map(),

  async guard(engine, { network, followed }, signal) {
    return await checkCoins(engine, network, followed.absent, signal);
  },

  async start(engine, { catalog }, due, signal) {
    await startBatches(engine, catalog, due, signal);
  },

  renew: (engine, catalog, waiting, signal) =>
    replaceStuck(engine, catalog, waiting, (outgoing) => sourceOfReplacement(engine, outgoing), signal),
};

/** All that its newest version spends, so that no two versions can both be in the chain, and more where the higher fee needs it. */
async function sourceOfReplacement(engine: Engine, outgoing: Outgoing): Promise<SpendSource | null> {
  const spends = spendsOf(outgoing, versionOf(outgoing, outgoing.version));
  if (spends.kind !== "coins") return null;
  const free = await listSpendable(engine.networkCode, COINS_OFFERED_MAX);
  const candidates = [...spends.coins, ...free];
  return { kind: "coins", candidates, required: spends.coins, changeAddress: engine.hotAddress };
}
