import { loadCatalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { invalidParameter } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { takeStopLocks } from "@/lib/sends/stop-lock-repo";
import { ALL_NETWORKS, insertOperatorStop } from "@/lib/sends/stops-repo";

/**
 * The kill switch: from the moment this returns nothing new is signed on the network, or anywhere, and nothing is handed to a node any
 * more. What a node has already, or is being handed at this very moment, cannot be called back; it is followed to its end.
 * @param scope a network's code, or `all`
 * @throws AppError (invalid_request) for a network that does not exist
 */
export async function stopSends(stop: { scope: string; reason: string; actorId: string | null }): Promise<void> {
  const { scope, reason, actorId } = stop;
  await assertScope(scope);
  const networks = scope === ALL_NETWORKS ? (await loadCatalog()).networks().map(({ code }) => code) : [scope];
  await withTransaction(async (tx) => {
    await takeStopLocks(tx, networks);
    await insertOperatorStop(tx, { scope, reason, stoppedBy: actorId });
    await recordAudit(tx, {
      actorId,
      action: "sends.stop",
      target: scope,
      detail: { reason },
      after: { isStopped: true },
    });
  });
}

/** @throws AppError (invalid_request) */
export async function assertScope(scope: string): Promise<void> {
  if (scope === ALL_NETWORKS || (await loadCatalog()).network(scope)?.code === scope) return;
  throw invalidParameter("scope", "validation.exists");
}
