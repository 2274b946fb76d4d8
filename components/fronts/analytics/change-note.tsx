import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Change } from "@/lib/fronts/analytics/change-format";

export type ChangeNoteProps = {
  readonly change: Change;
  /** The period it is compared with: "previous 30 days". */
  readonly than: string;
  /** Whether more is better; undefined: neither is. */
  readonly isMoreGood?: boolean;
  /** The unit of the number. */
  readonly unit?: "%" | " points";
};

const PREFIXES = { up: "+", down: "−", same: "" } as const;
const SIGNS = { up: ArrowUp, down: ArrowDown, same: Equal } as const;

/** The change of a metric, as an arrow and as text. */
export function ChangeNote({ change, than, isMoreGood, unit = "%" }: ChangeNoteProps) {
  const { direction, percent } = change;
  const Sign = SIGNS[direction];
  if (percent === null)
    return (
      <p className="text-label text-ink-quiet">
        {direction === "same" ? "No data in this range yet" : `No data for ${than}`}
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
          `Same as ${than}`
        ) : (
          <>
            <span className="font-medium text-ink tabular-nums">
              {PREFIXES[direction]}
              {percent}
              {unit}
            </span>{" "}
            vs {than}
          </>
        )}
      </span>
    </p>
  );
}
