import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { endStoppedWaits, notifySends } from "@/lib/sends/repo";
import { assertScope } from "@/lib/sends/stop-sends";
import { ALL_NETWORKS, deleteOperatorStop } from "@/lib/sends/stops-repo";

/**
 * Takes a kill switch back. A stop that the chain's nonces caused stays: it ends by itself, or by {@link acceptChainNonce}.
 * @throws AppError (invalid_request) for a network that does not exist
 */
export async function resumeSends({ scope, actorId }: { scope: string; actorId: string | null }): Promise<void> {
  await assertScope(scope);
  await withTransaction(async (tx) => {
    if (!(await deleteOperatorStop(tx, scope))) return;
    const change = { before: { isStopped: true }, after: { isStopped: false } };
    await recordAudit(tx, { actorId, action: "sends.resume", target: scope, ...change });
    await endStoppedWaits(tx, scope === ALL_NETWORKS ? null : scope);
    await notifySends(tx, scope);
  });
}
