import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import { contradictsDecimals } from "@/lib/catalog/verify-services";
import type { Transfer } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import { updateCursor } from "@/lib/deposits/chain-repo";

/** The lowest block with money for us whose amount is not known. */
export type Unreadable = { readonly height: number; readonly transactionId: string; readonly mismatch: string };

/**
 * Finds the first transfer in a token of the catalog whose decimals the node contradicts. Recorded, its amount would be a guess; passed
 * over, the payment would be lost: so reading waits before its block until node and catalog agree. Null when there is none.
 */
export function findUnreadable(
  catalog: Catalog,
  networkCode: string,
  transfers: readonly Transfer[],
): Unreadable | null {
  for (const { asset, block, transactionId } of transfers) {
    if (asset.kind !== "token" || block === null) continue;
    const service = catalog.serviceOfAsset(networkCode, asset.contract);
    if (!service?.isReviewed || service.mismatch === null || !contradictsDecimals(service.mismatch)) continue;
    return { height: block.height, transactionId, mismatch: `${service.currency.code}: ${service.mismatch}` };
  }
  return null;
}

/** Tells the operator why reading waits. The answer's time is not noted, so that the network soon is out of offer. */
export async function reportUnreadable(networkCode: string, unreadable: Unreadable): Promise<void> {
  const { height, transactionId, mismatch } = unreadable;
  const message = `Reading waits before block ${height}: the amount of ${transactionId} is not known (${mismatch})`;
  await withTransaction(async (tx) => {
    await updateCursor(tx, networkCode, { problem: message });
    await raiseAlarm(tx, { kind: "amount-unreadable", subject: networkCode, message });
  });
}
