import type { AlarmKind } from "@/lib/kernel/alarms/alarms";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import type { Blocker, Send, WaitReason } from "@/lib/sending/sends/send";

/**
 * The alarm about one send that waits for this reason. What is about a coin or a network is told by
 * tell-waiting.ts.
 */
const ALARM_OF_WAIT = {
  fee: "fee-above-quote",
  refused: "send-refused",
  "above-cap": "send-above-cap",
  "not-allowlisted": "withdrawal-not-allowlisted",
  unverified: "send-unverified",
} as const satisfies Partial<Record<WaitReason, AlarmKind>>;

/** All that may be open about one send that is not signed, or whose replacement is not. */
export const SEND_ALARMS = Object.values(ALARM_OF_WAIT);

/** Null for what is about a coin or a network. */
export function alarmOf(reason: WaitReason): AlarmKind | null {
  const kinds: Partial<Record<WaitReason, AlarmKind>> = ALARM_OF_WAIT;
  return kinds[reason] ?? null;
}

/**
 * `isOwnerless`: nothing that it could belong to is there, so that nobody could give its money back
 * and nothing ends it.
 */
type AlarmedSend = Send & { readonly isOwnerless?: boolean };

/**
 * Tells the operator why nothing is signed for it, and what is theirs to do where nothing ends that
 * by itself.
 */
export async function raiseSendAlarm(tx: Tx, send: AlarmedSend, kind: AlarmKind, { detail }: Blocker): Promise<void> {
  const { id, purpose, purposeId } = send;
  const what = kind === "send-unverified" ? `. ${remedyOf(send)}` : "";
  await raiseAlarm(tx, { kind, subject: id, message: `${purpose} ${purposeId}: ${detail}${what}` });
}

/** The buttons are those of the send's page. */
function remedyOf({ id, purpose, status, isOwnerless = false }: AlarmedSend): string {
  const page = `/operator/sends/${id}`;
  if (status !== "queued" || isOwnerless) return `Stop sends and find out who wrote it: ${page}`;
  const button = purpose === "payout" ? "Cancel payout" : "End send";
  return `Unless you can explain it, stop sends and find out who wrote it. To end it, use "${button}" on ${page}`;
}
