import { enforceNonces, findAccountsBehind, findStolenNonces, readChainNonces } from "@/lib/sends/check-nonces";
import type { SendKind } from "@/lib/sends/kinds/kind";
import { replaceStuck } from "@/lib/sends/replace-stuck";
import { accountSource } from "@/lib/sends/send-terms";
import { startSends } from "@/lib/sends/start-sends";

/** Each transaction takes its account's next nonce: of two with the same one, the chain takes one. */
export const nonceKind: SendKind = {
  look: readChainNonces,

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
