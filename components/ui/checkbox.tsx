"use client";

import { Check } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";

export type CheckboxProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

export function Checkbox({ label, hint, isChecked, isDisabled = false, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Primitive.Root
        id={id}
        checked={isChecked}
        disabled={isDisabled}
        onCheckedChange={(state) => onChange(state === true)}
        className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded border border-line-strong bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Primitive.Indicator>
          <Check aria-hidden className="size-3.5 text-on-accent" strokeWidth={3} />
        </Primitive.Indicator>
      </Primitive.Root>
      <div>
        <label htmlFor={id} className="text-body font-medium">
          {label}
        </label>
        {hint && <p className="text-label text-ink-quiet">{hint}</p>}
      </div>
    </div>
  );
}
