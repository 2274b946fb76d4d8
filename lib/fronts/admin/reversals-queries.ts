import { selectWaitingReversals } from "@/lib/fronts/admin/reversals-repo";
import type { ReversalView } from "@/lib/fronts/admin/reversals-schema";
import { decimal } from "@/lib/kernel/money/decimal";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/explorer-url";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

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
