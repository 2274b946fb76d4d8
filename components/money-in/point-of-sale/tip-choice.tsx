"use client";

import type { Tip } from "@/components/money-in/point-of-sale/till";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

export type TipChoiceProps = {
  readonly tip: Tip;
  readonly percents: readonly number[];
  readonly currency: string;
  readonly isWrong: boolean;
  readonly onChange: (tip: Tip) => void;
};

/** The tips that the merchant offers, and any other amount. */
export function TipChoice({ tip, percents, currency, isWrong, onChange }: TipChoiceProps) {
  const choices: readonly { label: string; tip: Tip; isChosen: boolean }[] = [
    { label: "No tip", tip: { kind: "none" }, isChosen: tip.kind === "none" },
    ...percents.map((percent) => ({
      label: `${percent}%`,
      tip: { kind: "percent", percent } as const,
      isChosen: tip.kind === "percent" && tip.percent === percent,
    })),
    { label: "Other", tip: { kind: "amount", text: "" }, isChosen: tip.kind === "amount" },
  ];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-small font-medium">Tip</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ label, tip: chosen, isChosen }) => (
          <Button
            key={label}
            aria-pressed={isChosen}
            variant={isChosen ? "primary" : "secondary"}
            className="!h-11 min-w-14 flex-1"
            onClick={() => isChosen || onChange(chosen)}
          >
            {label}
          </Button>
        ))}
      </div>
      {tip.kind === "amount" && (
        <TextField
          kind="amount"
          label={`Tip in ${currency}`}
          value={tip.text}
          error={isWrong ? "Enter an amount, with a decimal point." : undefined}
          onChange={(text) => onChange({ kind: "amount", text })}
        />
      )}
    </fieldset>
  );
}
