import { CircleCheck, Clock, FileClock, type LucideIcon, TimerOff } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { AmlStatus } from "@/lib/money-in/questionnaires/schema";

type BadgeStyle = { readonly label: string; readonly tone: Tone; readonly icon: LucideIcon };

/** The badge of a questionnaire's status, for operators and merchants. */
export const QUESTIONNAIRE_BADGES: Readonly<Record<AmlStatus, BadgeStyle>> = {
  init: { label: "Not answered", tone: "neutral", icon: Clock },
  pending: { label: "Answered", tone: "waiting", icon: FileClock },
  completed: { label: "Decided", tone: "good", icon: CircleCheck },
  expired: { label: "Expired", tone: "neutral", icon: TimerOff },
};
