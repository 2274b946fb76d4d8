import type { AlarmKind } from "@/lib/alarms/raise-alarm";
import type { WaitReason } from "@/lib/sends/wait-reason";

/** The alarm about one send that waits for this reason. What is about a coin or a network is told by tell-waiting.ts. */
export const ALARM_OF_WAIT = {
  fee: "fee-above-quote",
  refused: "send-refused",
  "above-cap": "send-above-cap",
  unlisted: "withdrawal-unlisted",
  unproven: "send-unproven",
} as const satisfies Partial<Record<WaitReason, AlarmKind>>;

/** All that may be open about one send that is not signed. */
export const SEND_ALARMS = Object.values(ALARM_OF_WAIT);
