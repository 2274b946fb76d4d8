import { clearAlarmsAbout } from "@/lib/kernel/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import type { SendTiming } from "@/lib/sending/sends/engine";
import { failQueued } from "@/lib/sending/sends/fail-send";
import { lockSend, markWaiting } from "@/lib/sending/sends/repo";
import type { Blocker, Send } from "@/lib/sending/sends/send";
import { alarmOf, raiseSendAlarm, SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { sendOwner } from "@/lib/sending/sends/send-owner";

/** After this many consecutive refusals by the chain, with pauses in between, the send fails. */
const REFUSALS_MAX = 3;
/** After this many pauses without a successful check, the operator is alerted. */
const TEMPORARY_PAUSES = 5;

/**
 * Defers a send that cannot be signed now, so that others can proceed, and notifies its owner of a
 * new reason. After too many refusals by the chain the send fails, unless its owner cannot return
 * the money yet, as without a rate: then it is retried.
 */
export async function deferSend(send: Send, blocker: Blocker, timing: SendTiming): Promise<void> {
  try {
    await withTransaction((tx) => postpone(tx, send, { blocker, timing, mayFail: true }));
  } catch (error) {
    const isOwnerless = blocker.reason === "unverified";
    if (!isOwnerless && (!(error instanceof AppError) || error.code !== "unavailable")) throw error;
    await withTransaction((tx) => postpone(tx, send, { blocker, timing, mayFail: false, isOwnerless }));
  }
}

type Step = {
  readonly blocker: Blocker;
  readonly timing: SendTiming;
  readonly mayFail: boolean;
  /** Its owner's record is missing, so only the operator can be notified. */
  readonly isOwnerless?: boolean;
};

async function postpone(tx: Tx, send: Send, { blocker, timing, mayFail, isOwnerless = false }: Step): Promise<void> {
  const owner = sendOwner(send.purpose);
  if (!isOwnerless) await owner.lock(tx, send.purposeId);
  const locked = await lockSend(tx, send);
  if (locked.status !== "queued") return;
  const refusalCount = countRefusals(locked, blocker);
  if (refusalCount >= REFUSALS_MAX && mayFail) return failQueued(tx, locked, blocker.detail, "chain");
  const { reason, detail } = blocker;
  const now = new Date();
  const isNew = locked.waitReason !== reason;
  const since = isNew ? now : (locked.waitingSince ?? now);
  const waitedMs = now.getTime() - since.getTime();
  const nextTryAt = new Date(now.getTime() + pauseAfter(waitedMs, reason, timing));
  await markWaiting(tx, send.id, { reason, detail, since, refusalCount, nextTryAt });
  const isAlarmed = blocker.isTemporary === true ? waitedMs >= TEMPORARY_PAUSES * timing.retryMs : true;
  if (isAlarmed) await notifyOperator(tx, locked, blocker, isOwnerless);
  if (isNew && !isOwnerless) await owner.waits(tx, { ...locked, waitReason: reason, refusalCount }, reason);
}

function countRefusals({ refusalCount }: Send, { reason, isTemporary = false }: Blocker): number {
  if (reason !== "refused") return 0;
  return isTemporary ? refusalCount : refusalCount + 1;
}

/**
 * Waits as long again as it has already waited. The end of a stop is signalled, so stopped sends
 * are retried at a constant interval.
 */
function pauseAfter(waitedMs: number, reason: Blocker["reason"], { retryMs, retryMaxMs }: SendTiming): number {
  if (reason === "stopped") return retryMs;
  return Math.min(Math.max(waitedMs, retryMs), retryMaxMs);
}

/**
 * For alarms about a single send; alarms about a coin or a network are raised by funding-alarms.ts.
 */
async function notifyOperator(tx: Tx, send: Send, blocker: Blocker, isOwnerless: boolean): Promise<void> {
  const kind = alarmOf(blocker.reason);
  await clearAlarmsAbout(
    tx,
    send.id,
    SEND_ALARMS.filter((other) => other !== kind),
  );
  if (kind !== null) await raiseSendAlarm(tx, { ...send, isOwnerless }, kind, blocker);
}
