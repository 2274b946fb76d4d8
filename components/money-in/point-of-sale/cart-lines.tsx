import { Minus, Plus, X } from "lucide-react";
import { lineTotal } from "@/components/money-in/point-of-sale/till";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import type { SaleLine } from "@/lib/money-in/point-of-sale/sale-amounts";

export type CartLinesProps = {
  readonly lines: readonly SaleLine[];
  readonly currency: string;
  readonly onPieces: (itemId: string, change: 1 | -1) => void;
  readonly onClearKeypad: () => void;
};

/** What is sold, with the keys that change it. */
export function CartLines({ lines, currency, onPieces, onClearKeypad }: CartLinesProps) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => {
        const { itemId, name, quantity } = line;
        return (
          <li key={itemId ?? "keypad"} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            {itemId === null ? (
              <Button
                size="icon"
                className="!size-11"
                variant="quiet"
                aria-label="Remove the entered amount"
                onClick={onClearKeypad}
              >
                <X aria-hidden className="size-4" />
              </Button>
            ) : (
              <span className="flex items-center">
                <Button
                  size="icon"
                  className="!size-11"
                  variant="quiet"
                  aria-label={`One less: ${name}`}
                  onClick={() => onPieces(itemId, -1)}
                >
                  <Minus aria-hidden className="size-4" />
                </Button>
                <span className="w-6 text-center tabular-nums">{quantity}</span>
                <Button
                  size="icon"
                  className="!size-11"
                  variant="quiet"
                  aria-label={`One more: ${name}`}
                  onClick={() => onPieces(itemId, 1)}
                >
                  <Plus aria-hidden className="size-4" />
                </Button>
              </span>
            )}
            <Money amount={lineTotal(line)} currency={currency} align="end" mayBreak />
          </li>
        );
      })}
    </ul>
  );
}
