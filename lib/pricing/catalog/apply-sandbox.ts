import type { Tx } from "@/lib/kernel/db";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

/** Test money needs no depth, and the payer should see the result at once. */
const SANDBOX_CONFIRMATIONS = 1;
const NOT_ON_SANDBOX = "this token is not deployed on the sandbox chain";

/** A sandbox chain, as described in `sandbox.json`. */
export type SandboxChain = {
  /** Code of the network that it simulates. */
  readonly network: string;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  /** Canonical contract text. */
  readonly tokens: ReadonlyArray<{ readonly currency: string; readonly contract: string; readonly decimals: number }>;
};

/**
 * Configures the catalog for sandbox chains: their networks become sandbox networks with one
 * confirmation and the chains' own token contracts. The first run disables every other network, so
 * that no real network is enabled by accident; a chain added later is enabled when it is added.
 * Otherwise the operator's switches and confirmations are left alone. Requires `syncCatalog`
 * before. Idempotent.
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
 * Tokens that the chain lacks keep their mainnet contract and become unavailable, since nobody can
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
  // Cleared first: tokens deployed in a different order may have swapped addresses, and a contract
  // is unique per network.
  for (const { currency, contract } of chain.tokens) {
    await tx.service.updateMany({
      where: { networkCode: chain.network, currencyCode: currency, contract: { not: contract } },
      data: { contract: `replaced:${currency}` },
    });
  }
  for (const { currency, contract, decimals } of chain.tokens) {
    await tx.service.updateMany({
      where: { networkCode: chain.network, currencyCode: currency, contract: { not: contract } },
      // The sandbox's own contract needs no sources that agree on it.
      data: { contract, decimals, mismatch: null, isReviewed: true },
    });
  }
}
