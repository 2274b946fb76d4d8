import type { Tx } from "@/lib/kernel/db";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

/** Play money needs no depth, and the payer should see the result at once. */
const SANDBOX_CONFIRMATIONS = 1;
const NOT_ON_SANDBOX = "this token is not deployed on the sandbox chain";

/** One play-money chain, as `sandbox.json` describes it. */
export type SandboxChain = {
  /** Code of the network that it stands in for. */
  readonly network: string;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  /** Canonical contract text. */
  readonly tokens: ReadonlyArray<{ readonly currency: string; readonly contract: string; readonly decimals: number }>;
};

/**
 * Points the catalog at sandbox chains: their networks become sandbox networks with one
 * confirmation and the chains' own token contracts. The first time, every other network is switched
 * off, so that no real network is enabled by accident, and a chain that comes later is switched on
 * when it comes; apart from that the operator's switches and depths are left alone. Needs
 * `syncCatalog` before. May run any number of times.
 */
export async function applySandbox(tx: Tx, chains: readonly SandboxChain[]): Promise<void> {
  const isFirst = (await tx.network.count({ where: { isSandbox: true } })) === 0;
  if (isFirst) {
    await tx.network.updateMany({
      where: { code: { notIn: chains.map(({ network }) => network) } },
      data: { isEnabled: false },
    });
  }
  for (const chain of chains) {
    await tx.network.updateMany({
      where: { code: chain.network, isSandbox: false },
      data: { isSandbox: true, isEnabled: true, confirmations: SANDBOX_CONFIRMATIONS },
    });
    await tx.network.updateMany({ where: { code: chain.network }, data: { chainId: chain.chainId } });
    await applyTokens(tx, chain);
  }
  clearCatalogCache();
}

/**
 * Tokens that the chain lacks keep their mainnet contract and are taken out of offer: nobody can
 * pay with them there.
 */
async function applyTokens(tx: Tx, chain: SandboxChain): Promise<void> {
  await tx.service.updateMany({
    where: {
      networkCode: chain.network,
      contract: { not: null },
      currencyCode: { notIn: chain.tokens.map(({ currency }) => currency) },
    },
    data: { mismatch: NOT_ON_SANDBOX },
  });
  // Cleared first: tokens deployed in another order may have swapped their addresses, and a
  // contract is unique on its network.
  for (const { currency, contract } of chain.tokens) {
    await tx.service.updateMany({
      where: { networkCode: chain.network, currencyCode: currency, contract: { not: contract } },
      data: { contract: `replaced:${currency}` },
    });
  }
  for (const { currency, contract, decimals } of chain.tokens) {
    await tx.service.updateMany({
      where: { networkCode: chain.network, currencyCode: currency, contract: { not: contract } },
      // A contract of ours needs no sources that agree on it.
      data: { contract, decimals, mismatch: null, isReviewed: true },
    });
  }
}
