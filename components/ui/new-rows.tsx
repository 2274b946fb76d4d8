import { ArrowUp } from "lucide-react";

export type News = { readonly count: number; readonly showNewer: () => void };
export type NewRowsProps = News & {
  /** Counts at most one page. */
  readonly countMax: number;
};

/** Reports new rows of a list without moving what is being read. */
export function NewRows({ count, countMax, showNewer }: NewRowsProps) {
  return (
    <div role="status" className="pointer-events-none sticky top-20 z-10 -mb-2 flex justify-center empty:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={showNewer}
          className="pointer-events-auto mb-2 inline-flex h-8 items-center gap-1.5 rounded-full bg-accent px-3.5 text-small font-medium text-on-accent shadow-md"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {count >= countMax ? `${countMax} or more new` : `${count} new`}
        </button>
      )}
    </div>
  );
}
