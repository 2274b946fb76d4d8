import { BellRing, CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { FindingState } from "@/lib/fronts/doctor/schema";

type BadgeStyle = {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly ink: string;
  readonly box: string;
};

/** The badge of each state of a check and of each severity. */
export const STATE_BADGES: Readonly<Record<FindingState, BadgeStyle>> = {
  ok: { label: "OK", tone: "good", icon: CircleCheck, ink: "text-good", box: "bg-good-soft" },
  warning: { label: "Warning", tone: "waiting", icon: TriangleAlert, ink: "text-waiting", box: "bg-waiting-soft" },
  error: { label: "Error", tone: "wrong", icon: CircleAlert, ink: "text-wrong", box: "bg-wrong-soft" },
  critical: { label: "Critical", tone: "wrong", icon: BellRing, ink: "text-wrong", box: "bg-wrong-soft" },
};
