import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Change } from "@/lib/fronts/analytics/change-format";

export type ChangeNoteProps = {
  readonly change: Change;
  /** What it is compared with: "the 30 days before". */
  readonly than: string;
  /** Whether more is better; undefined: neither is. */
  readonly isMoreGood?: boolean;
  /** What stands between the number and "than". */
  readonly words?: { readonly up: string; readonly down: string };
};

const MORE_OR_LESS = { up: "% more", down: "% less" };
const SIGNS = { up: ArrowUp, down: ArrowDown, same: Equal } as const;

/** How a figure moved, by an arrow and in words. */
export function ChangeNote({ change, than, isMoreGood, words = MORE_OR_LESS }: ChangeNoteProps) {
  const { direction, percent } = change;
  const Sign = SIGNS[direction];
  if (percent === null)
    return (
      <p className="text-label text-ink-quiet">
        {direction === "same" ? "Nothing yet in this range" : `Nothing in ${than}`}
      </p>
    );
  const isGood = isMoreGood === undefined || direction === "same" ? null : (direction === "up") === isMoreGood;
  return (
    <p className="flex items-start gap-1 text-label text-ink-soft">
      <Sign
        aria-hidden
        className={classNames(
          "mt-0.5 size-3 shrink-0",
          isGood === true && "text-good",
          isGood === false && "text-wrong",
        )}
      />
      <span>
        {direction === "same" ? (
          `As in ${than}`
        ) : (
          <>
            <span className="font-medium text-ink tabular-nums">
              {percent} {words[direction]}
            </span>{" "}
            than {than}
          </>
        )}
      </span>
    </p>
  );
}
