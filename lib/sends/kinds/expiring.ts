import { partsOf } from "@/lib/parts-of";
import { buryExpired } from "@/lib/sends/bury-expired";
import { checkHotBalances } from "@/lib/sends/check-hot-balances";
import { eachStuck } from "@/lib/sends/each-stuck";
import type { SendKind } from "@/lib/sends/kinds/kind";
import { startSends } from "@/lib/sends/start-sends";

const NO_NONCE = 0n;
const TRIED_AT_ONCE = 8;

/**
 * Each transaction is valid for a span of time. While it may be in a block it is the only one; when its time has passed and the chain
 * proves that it is in none, what it carried is signed anew.
 */
export const expiringKind: SendKind = {
  look: async () => new Map(),

  async guard(engine, { catalog, network, followed, isFresh }, signal) {
    // Who lags knows less than what was sent, or has arrived.
    if (!isFresh) return false;
    const maySign = await checkHotBalances(engine, catalog, network, signal);
    await buryExpired(engine, network, followed.absent, signal);
    return maySign;
  },

  async start(engine, { catalog }, due, signal) {
    // What was tried grows old while others are tried: few at a time.
    for (const few of partsOf(due, TRIED_AT_ONCE)) {
      await startSends(engine, catalog, few, () => NO_NONCE, signal);
    }
  },

  renew: (engine, _catalog, waiting, signal) => eachStuck(engine, waiting, signal, async () => {}),
};
