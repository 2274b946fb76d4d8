import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/db";
import type { SendTiming } from "@/lib/sends/engine";
import { failQueued } from "@/lib/sends/fail-queued";
import type { Hindrance } from "@/lib/sends/hindrance";
import { lockSend, markWaiting } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";
import { sendOwner } from "@/lib/sends/send-owner";

/** So often in a row, with pauses in between, the chain would have refused it: then it fails. */
const REFUSALS_MAX = 3;

/** A send cannot go now: it steps aside for a while, so that others may go, and its owner hears of a new reason. */
export async function holdBack(send: Send, hindrance: Hindrance, { retryMs }: SendTiming): Promise<void> {
  const owner = sendOwner(send.purpose);
  await withTransaction(async (tx) => {
    await owner.lock(tx, send.purposeId);
    const locked = await lockSend(tx, send);
    if (locked.status !== "queued") return;
    const refusalCount = hindrance.reason === "refused" ? locked.refusalCount + 1 : 0;
    if (refusalCount >= REFUSALS_MAX) return failQueued(tx, locked, hindrance.detail);
    const now = new Date();
    const isNew = locked.waitReason !== hindrance.reason;
    const nextTryAt = new Date(now.getTime() + retryMs);
    await markWaiting(tx, send.id, { ...hindrance, since: isNew ? now : null, refusalCount, nextTryAt });
    if (!isNew) return;
    await tellOperator(tx, locked, hindrance);
    await owner.waits(tx, { ...locked, waitReason: hindrance.reason, refusalCount }, hindrance.reason);
  });
}

/** What is about one send; what is about a coin is told by tell-waiting.ts. */
async function tellOperator(tx: Tx, send: Send, { reason, detail }: Hindrance): Promise<void> {
  const kinds = { fee: "fee-above-quote", refused: "send-refused" } as const;
  for (const [of, kind] of Object.entries(kinds)) {
    const alarm = { kind, subject: send.id };
    if (of === reason) await raiseAlarm(tx, { ...alarm, message: `${send.purpose} ${send.purposeId}: ${detail}` });
    else await clearAlarm(tx, alarm);
  }
}
