import { BellRing, CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { FindingState } from "@/lib/fronts/doctor/schema";

type Look = {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly box: string;
};

/** How what is good, and how severe an issue is, looks everywhere. */
export const STATE_LOOKS: Readonly<Record<FindingState, Look>> = {
  good: { word: "OK", tone: "good", icon: CircleCheck, ink: "text-good", box: "bg-good-soft" },
  look: { word: "Warning", tone: "waiting", icon: TriangleAlert, ink: "text-waiting", box: "bg-waiting-soft" },
  wrong: { word: "Error", tone: "wrong", icon: CircleAlert, ink: "text-wrong", box: "bg-wrong-soft" },
  money: { word: "Money at risk", tone: "wrong", icon: BellRing, ink: "text-wrong", box: "bg-wrong-soft" },
};
