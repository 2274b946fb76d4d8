import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { FindingState } from "@/lib/fronts/doctor/schema";

type Look = { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon; readonly ink: string };

/** How a finding's state looks everywhere. */
export const FINDING_LOOKS: Readonly<Record<FindingState, Look>> = {
  good: { word: "Good", tone: "good", icon: CircleCheck, ink: "text-good" },
  look: { word: "Warning", tone: "waiting", icon: TriangleAlert, ink: "text-waiting" },
  wrong: { word: "Wrong", tone: "wrong", icon: CircleAlert, ink: "text-wrong" },
};

/** The worst first. */
export const STATE_RANK: Readonly<Record<FindingState, number>> = { wrong: 0, look: 1, good: 2 };
