import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import type { SignedTransfer } from "@/lib/chains/spending";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import { database, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { traced } from "@/lib/kernel/tracing/traced";
import type { Engine } from "@/lib/sending/sends/engine";
import { recordBroadcasts } from "@/lib/sending/sends/outgoing-repo";
import type { Send } from "@/lib/sending/sends/send";
import { stepOf } from "@/lib/sending/sends/send-steps";
import { isStopped } from "@/lib/sending/sends/stop-sends";

export type ToBroadcast = { readonly outgoingId: string; readonly lead: Send; readonly signed: SignedTransfer };

/**
 * Refusals that time alone does not resolve. The others are normal for nonces, UTXOs or expiring
 * transactions.
 */
const REPORTED: ReadonlySet<RefusalReason> = new Set(["invalid", "funds", "expired"]);

function isReported(reason: RefusalReason, { spends }: SignedTransfer): boolean {
  return REPORTED.has(reason) && !(reason === "expired" && spends.kind === "expiring");
}

/**
 * Broadcasts stored bytes one after the other in the given order, which is that of their nonces.
 * The nodes' responses, or the lack of one, decide nothing: a transaction in flight is looked up on
 * the chain and broadcast again until it is included.
 */
export async function broadcastInOrder(
  engine: Engine,
  items: readonly ToBroadcast[],
  signal: AbortSignal,
): Promise<void> {
  const handed = new Set<string>();
  for (const item of items) if (await broadcastOne(engine, item, signal)) handed.add(item.outgoingId);
  await recordBroadcasts([...handed]);
}

/**
 * Never throws, whether because of a node or anything else.
 * @returns whether it was attempted: while the network is stopped nothing is broadcast, and signed
 *   transactions stay in the gateway
 */
export function broadcastOne(engine: Engine, item: ToBroadcast, signal: AbortSignal): Promise<boolean> {
  const step = stepOf("broadcast", engine.networkCode, [item.lead], item.outgoingId);
  return traced(step, () => broadcast(engine, item, signal));
}

async function broadcast(engine: Engine, item: ToBroadcast, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  let isTried = false;
  try {
    if (await isStopped(database(), engine.networkCode)) return false;
    isTried = true;
    await engine.driver.broadcast(item.signed, signal);
    crashPoint("send:broadcast");
  } catch (error) {
    if (signal.aborted) return false;
    const reason = error instanceof TransactionRefusedError ? error.reason : null;
    const { outgoingId } = item;
    log().warn(
      { network: engine.networkCode, outgoingId, reason, err: error },
      "a transaction was not taken by a node",
    );
    if (reason !== null && isReported(reason, item.signed)) await raiseRefused(item, error);
  }
  return isTried;
}

async function raiseRefused({ lead: send }: ToBroadcast, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  const message = `${send.purpose} ${send.purposeId} is signed, and the node rejects it: ${text}`;
  try {
    await withTransaction((tx) => raiseAlarm(tx, { kind: "send-refused", subject: send.id, message }));
  } catch (failure) {
    log().error({ send: send.id, err: failure }, "an alarm could not be raised");
  }
}
