import { ArrowRight } from "lucide-react";
import { shortId, UUIDS } from "@/components/people/audit/short-id";
import type { AuditEntryView } from "@/lib/kernel/audit-log/schema";

export type AuditChangesProps = Pick<AuditEntryView, "changes" | "facts">;

/** The old and new value of each field, and further details. */
export function AuditChanges({ changes, facts }: AuditChangesProps) {
  if (changes.length === 0 && facts.length === 0) return null;
  return (
    <dl className="mt-1 flex flex-col gap-0.5 text-small">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="flex flex-wrap items-baseline gap-x-1.5">
          <dt className="text-ink-quiet">{field}:</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <Side value={before} isPast />
            <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-ink-quiet" />
            <span className="sr-only">changed to</span>
            <Side value={after} />
          </dd>
        </div>
      ))}
      {facts.map(({ field, value }) => (
        <div key={field} className="flex flex-wrap items-baseline gap-x-1.5">
          <dt className="text-ink-quiet">{field}:</dt>
          <dd className="min-w-0 text-ink-soft wrap-anywhere" title={value}>
            {value.replace(UUIDS, shortId)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ value, isPast = false }: { readonly value: string | null; readonly isPast?: boolean }) {
  if (value === null) return <span className="text-ink-quiet">none</span>;
  const looks = "min-w-0 whitespace-pre-line wrap-anywhere";
  return isPast ? (
    <del className={`${looks} text-ink-quiet`}>{value}</del>
  ) : (
    <span className={`${looks} font-medium`}>{value}</span>
  );
}
