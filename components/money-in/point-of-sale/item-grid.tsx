import type { Cart } from "@/components/money-in/point-of-sale/till";
import { moneyText } from "@/lib/kernel/money/format";
import type { PosItemView } from "@/lib/money-in/point-of-sale/dashboard-schema";

export type ItemGridProps = {
  readonly items: readonly PosItemView[];
  readonly quantities: Cart["quantities"];
  readonly onAdd: (id: string) => void;
};

/** The items on sale: each touch sells one more piece. */
export function ItemGrid({ items, quantities, onAdd }: ItemGridProps) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {items.map(({ id, name, price, currency }) => {
        const count = quantities[id] ?? 0;
        return (
          <li key={id} className="min-w-0">
            <button
              type="button"
              aria-label={`One more: ${name}, ${moneyText(price, currency)}${count > 0 ? `, ${count} in this sale` : ""}`}
              onClick={() => onAdd(id)}
              className="flex h-full min-h-20 w-full flex-col justify-between gap-1 rounded-control border border-line-strong/60 bg-surface px-3 py-2.5 text-left hover:bg-sunken"
            >
              <span className="flex w-full items-start justify-between gap-2">
                <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
                {count > 0 && (
                  <span className="shrink-0 rounded-full bg-accent px-2 text-small font-semibold text-on-accent tabular-nums">
                    {count}
                  </span>
                )}
              </span>
              <span className="text-small text-ink-soft tabular-nums">{moneyText(price, currency)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
