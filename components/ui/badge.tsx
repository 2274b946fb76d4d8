import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

/** The four kinds of states, and neutral for everything else. */
export type Tone = "waiting" | "moving" | "good" | "wrong" | "neutral";

const TONES: Record<Tone, string> = {
  waiting: "bg-waiting-soft text-waiting",
  moving: "bg-moving-soft text-moving",
  good: "bg-good-soft text-good",
  wrong: "bg-wrong-soft text-wrong",
  neutral: "bg-sunken text-ink-soft",
};

export type BadgeProps = { readonly tone?: Tone; readonly icon?: LucideIcon; readonly children: ReactNode };

/** A state as text with icon and colour: never colour alone. */
export function Badge({ tone = "neutral", icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        // Inside a heading it would inherit the spacing of large letters, and lose its spaces.
        "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 text-label font-medium tracking-normal",
        TONES[tone],
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {children}
    </span>
  );
}
