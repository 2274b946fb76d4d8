import type { AlarmKind } from "@/lib/kernel/alarms/alarms";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import type { Blocker, Send, WaitReason } from "@/lib/sending/sends/send";

/**
 * The alarm about a single send that waits for this reason. Alarms about a coin or a network are
 * raised by funding-alarms.ts.
 */
const ALARM_OF_WAIT = {
  fee: "fee-above-quote",
  refused: "send-refused",
  "above-cap": "send-above-cap",
  "not-allowlisted": "withdrawal-not-allowlisted",
  unverified: "send-unverified",
} as const satisfies Partial<Record<WaitReason, AlarmKind>>;

/**
 * All alarms that may be open about an unsigned send, or about one whose replacement is unsigned.
 */
export const SEND_ALARMS = Object.values(ALARM_OF_WAIT);

/** Returns null for reasons that concern a coin or a network. */
export function alarmOf(reason: WaitReason): AlarmKind | null {
  const kinds: Partial<Record<WaitReason, AlarmKind>> = ALARM_OF_WAIT;
  return kinds[reason] ?? null;
}

/**
 * `isOwnerless`: its owner's record is missing, so that nobody could return its money and nothing
 * ends it.
 */
type AlarmedSend = Send & { readonly isOwnerless?: boolean };

/**
 * Alerts the operator to why it is not signed, and to what they must do if it does not resolve
 * automatically.
 */
export async function raiseSendAlarm(tx: Tx, send: AlarmedSend, kind: AlarmKind, { detail }: Blocker): Promise<void> {
  const { id, purpose, purposeId } = send;
  const what = kind === "send-unverified" ? `. ${remedyOf(send)}` : "";
  await raiseAlarm(tx, { kind, subject: id, message: `${purpose} ${purposeId}: ${detail}${what}` });
}

/** Refers to the buttons on the send's page. */
function remedyOf({ id, purpose, status, isOwnerless = false }: AlarmedSend): string {
  const page = `/operator/sends/${id}`;
  if (status !== "queued" || isOwnerless) return `Stop sends and find out who wrote it: ${page}`;
  const button = purpose === "payout" ? "Cancel payout" : "End send";
  return `Unless you can explain it, stop sends and find out who wrote it. To end it, use "${button}" on ${page}`;
}
