import { listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invalidParameter } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import {
  ALL_NETWORKS,
  deleteOperatorStop,
  insertOperatorStop,
  insertOutcomeStop,
  listAllStops,
  type SendStopRow,
} from "@/lib/pricing/catalog/networks-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { takeStopLocks } from "@/lib/sending/sends/accounts-repo";
import { leadOf, type Outgoing } from "@/lib/sending/sends/outgoing";
import { endStoppedWaits, notifySends } from "@/lib/sending/sends/repo";
import { selectIsStopped } from "@/lib/sending/sends/signing-repo";

/**
 * Sets the kill switch: once this returns nothing more is signed on the network, or on any, and
 * nothing more is broadcast. What a node already has, or is just receiving, cannot be revoked; it
 * is followed to its end.
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

/**
 * Resets a kill switch. A stop caused by nonces remains: it ends automatically, or through
 * {@link acceptChainNonce}.
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

/**
 * Stops a network's sends, for a person to check, because a transaction did, or may do, something
 * different from the books. Happens once: if the operator resumes with the alarm open, that is the
 * operator's decision.
 */
export async function stopForOutcome(outgoing: Outgoing, what: string): Promise<void> {
  const { id, networkCode } = outgoing;
  if ((await listOpenSubjects("send-outcome-changed", id)).length > 0) return;
  const send = leadOf(outgoing);
  const message = `${send.purpose} ${send.purposeId} on ${networkCode}: ${what}`;
  log().error({ network: networkCode, outgoingId: id }, message);
  await withTransaction(async (tx) => {
    await raiseAlarm(tx, { kind: "send-outcome-changed", subject: id, message });
    await insertOutcomeStop(tx, { networkCode, reason: message });
  });
}

/**
 * Lists all current stops: the operator's kill switches, and accounts with nonces that differ
 * between the chain and the gateway's record.
 */
export async function listSendStops(): Promise<SendStopRow[]> {
  return listAllStops();
}

/**
 * Returns whether signing is currently forbidden on a network: by a kill switch, a nonce mismatch,
 * or a node of another chain.
 */
export async function isStopped(tx: Tx, networkCode: string): Promise<boolean> {
  return selectIsStopped(tx, networkCode);
}
