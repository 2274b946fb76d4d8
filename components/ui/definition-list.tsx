import type { ReactNode } from "react";

export type Definition = { readonly term: string; readonly value: ReactNode; readonly note?: ReactNode };

/**
 * Names and values, one line each: the common layout for facts about one object. The width of the
 * names depends on the container, not the window.
 */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="@container divide-y divide-line">
      {items.map((item) => (
        <div
          key={item.term}
          className="flex flex-col gap-x-6 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 @xs:flex-row @xs:items-baseline"
        >
          <dt className="shrink-0 text-small text-ink-soft @xs:w-32 @lg:w-44">{item.term}</dt>
          <dd className="min-w-0 flex-1 tabular-nums">
            {item.value}
            {item.note && <p className="text-label text-ink-quiet">{item.note}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
