import { CircleCheck, Clock, FileClock, type LucideIcon, TimerOff } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { AmlStatus } from "@/lib/money-in/questionnaires/schema";

type Look = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon };

/** How the status of a questionnaire looks, to operators and merchants. */
export const QUESTIONNAIRE_LOOKS: Readonly<Record<AmlStatus, Look>> = {
  init: { word: "Not answered", tone: "neutral", icon: Clock },
  pending: { word: "Answered", tone: "waiting", icon: FileClock },
  completed: { word: "Decided", tone: "good", icon: CircleCheck },
  expired: { word: "Expired", tone: "neutral", icon: TimerOff },
};
