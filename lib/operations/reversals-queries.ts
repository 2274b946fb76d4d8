import { explorerTransactionUrl } from "@/lib/catalog/explorer-url";
import { loadCatalog } from "@/lib/catalog/queries";
import { decimal } from "@/lib/money/decimal";
import { selectWaitingReversals } from "@/lib/operations/reversals-repo";
import type { ReversalView } from "@/lib/operations/reversals-schema";

/** Booked payments about which nodes do not agree, the oldest first. */
export async function listReversals(): Promise<ReversalView[]> {
  const [catalog, rows] = await Promise.all([loadCatalog(), selectWaitingReversals()]);
  return rows.map(({ id, networkCode, transactionId, amount, currencyCode, ownerKind, merchantName, vanishedAt }) => {
    const network = catalog.network(networkCode);
    return {
      id,
      networkName: network?.name ?? networkCode,
      transactionId,
      transactionUrl: network && explorerTransactionUrl(network, transactionId),
      amount: decimal(amount).toFixed(),
      currency: currencyCode,
      ownerKind,
      merchantName,
      vanishedAt: vanishedAt.toISOString(),
    };
  });
}
