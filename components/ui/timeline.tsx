import type { ReactNode } from "react";
import type { Tone } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { Moment } from "@/components/ui/moment";

const DOTS: Record<Tone, string> = {
  waiting: "bg-waiting",
  moving: "bg-moving",
  good: "bg-good",
  wrong: "bg-wrong",
  neutral: "bg-line-strong",
};

export type TimelineEntry = {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly tone: Tone;
  readonly note?: ReactNode;
};

/** Events, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="relative flex flex-col gap-4 before:absolute before:top-2 before:bottom-2 before:left-[4.5px] before:w-px before:bg-line">
      {entries.map(({ id, at, title, tone, note }) => (
        <li key={id} className="relative flex gap-3.5">
          <span
            aria-hidden
            className={classNames("mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-surface", DOTS[tone])}
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="font-medium">{title}</p>
              <span className="text-label text-ink-quiet">
                <Moment at={at} />
              </span>
            </div>
            {note && <div className="break-words text-small text-ink-soft tabular-nums">{note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
