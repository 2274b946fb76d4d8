import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import { doubtAboutSender } from "@/lib/refunds/judge-sender";

/**
 * One sender, and only where it may be an account with a key whose signature can be checked here, which is on EVM networks: who sent a part
 * of it has no say about what others sent.
 */
export function signerOf(
  network: Pick<CatalogNetwork, "family" | "name"> | null,
  senders: readonly (string | null)[],
): string | null {
  const [only = null, other] = senders;
  if (network?.family !== "evm" || only === null || other !== undefined) return null;
  return doubtAboutSender(network, only) === null ? only : null;
}
