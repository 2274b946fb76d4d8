"use client";

import { Delete } from "lucide-react";
import { type Key, pressKey } from "@/components/money-in/point-of-sale/till";
import { Button } from "@/components/ui/button";
import { groupDigits } from "@/lib/kernel/money/format";

const KEYS: readonly Key[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "delete"];
const NAMES: Readonly<Partial<Record<Key, string>>> = { ".": "decimal point", delete: "delete the last digit" };

export type KeypadProps = {
  readonly text: string;
  readonly currency: string;
  readonly decimals: number;
  readonly onChange: (text: string) => void;
};

/** An amount by large keys, for a thumb. */
export function Keypad({ text, currency, decimals, onChange }: KeypadProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-3">
      <output
        aria-label="Entered amount"
        className="block truncate rounded-control bg-sunken px-4 py-3 text-right text-hero font-semibold tabular-nums"
      >
        {groupDigits(text === "" ? "0" : text)} <span className="text-title text-ink-soft">{currency}</span>
      </output>
      <fieldset className="grid grid-cols-3 gap-2">
        <legend className="sr-only">Keypad</legend>
        {KEYS.map((key) => (
          <Button
            key={key}
            aria-label={`Key ${NAMES[key] ?? key}`}
            className="!h-14 !text-page"
            onClick={() => onChange(pressKey(text, key, decimals))}
          >
            {key === "delete" ? <Delete aria-hidden className="size-6" /> : key}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
