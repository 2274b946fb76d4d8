import type { ReactNode } from "react";

export type TooltipLine = { readonly name: string; readonly value: string; readonly mark?: ReactNode };

/** The exact values at the pointer, or at the position chosen with the arrow keys. */
export function ChartTooltip({ title, lines }: { title: string; lines: readonly TooltipLine[] }) {
  return (
    <div className="pointer-events-none min-w-44 rounded-control border border-line bg-surface px-3 py-2 text-small shadow-raised">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {lines.map(({ name, value, mark }) => (
          <li key={name} className="flex items-center justify-between gap-4">
            <span className="flex items-center gap-1.5 text-ink-soft">
              {mark}
              {name}
            </span>
            <span className="whitespace-nowrap tabular-nums">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
