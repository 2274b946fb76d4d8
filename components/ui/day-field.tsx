"use client";

import type { ComponentProps } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useHydratedInput } from "@/components/ui/use-hydrated-input";

type Day = {
  /** `2026-11-22`; null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
};

export type DayInputProps = Day & Omit<ComponentProps<"input">, keyof Day | "type" | "ref">;

/** A date input with the browser's own picker. */
export function DayInput({ value, onChange, ...attributes }: DayInputProps) {
  const input = useHydratedInput<HTMLInputElement>(value ?? "", (day) => onChange(day || null));
  return (
    <Input
      {...attributes}
      ref={input}
      type="date"
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

export type DayFieldProps = Day & {
  readonly label: string;
  /** The earliest selectable day. */
  readonly min?: string;
  readonly className?: string;
};

/** The same with a label above. */
export function DayField({ label, ...day }: DayFieldProps) {
  return <Field label={label}>{(control) => <DayInput {...control} {...day} />}</Field>;
}
