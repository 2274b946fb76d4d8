import { CalendarClock, CirclePause, CircleX, Hourglass, type LucideIcon, Send } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { SettlementForm, SettlementState, SettlementView } from "@/lib/money-out/settlements/schema";

/** Labels of an automatic settlement. */

export const STATE_BADGES: Readonly<Record<SettlementState, { label: string; tone: Tone; icon: LucideIcon }>> = {
  active: { label: "Active", tone: "good", icon: CalendarClock },
  cooldown: { label: "Cooldown", tone: "waiting", icon: Hourglass },
  paying: { label: "Payout in progress", tone: "moving", icon: Send },
  paused: { label: "Paused", tone: "neutral", icon: CirclePause },
  stopped: { label: "Stopped", tone: "wrong", icon: CircleX },
};

export const WEEKDAY_LABELS: Readonly<Record<SettlementForm["weekday"], string>> = {
  1: "Monday",
  2: "Tuesday",
  3: "Wednesday",
  4: "Thursday",
  5: "Friday",
  6: "Saturday",
  7: "Sunday",
};

export const TRIGGER_LABELS: Readonly<Record<SettlementForm["trigger"], string>> = {
  threshold: "As soon as the minimum is reached",
  daily: "Every day",
  weekly: "Every week",
};

/** When it is due, as text: `Every Monday at 09:00 (Europe/Berlin)`. */
export function dueText({ trigger, time, weekday, timeZone }: SettlementView): string {
  if (trigger === "threshold" || time === null) return "As soon as the minimum amount is reached";
  const day = weekday === null ? "Every day" : `Every ${WEEKDAY_LABELS[weekday]}`;
  return `${day} at ${time} (${timeZone})`;
}
