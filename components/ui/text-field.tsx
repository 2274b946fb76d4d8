"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useTypedBefore } from "@/components/ui/use-typed-before";

const KINDS = {
  text: { autoComplete: "off" },
  amount: { autoComplete: "off", inputMode: "decimal", className: "tabular-nums" },
  whole: { autoComplete: "off", inputMode: "numeric", className: "tabular-nums" },
  /** Of a chain: nothing may correct it. */
  address: {
    autoComplete: "off",
    autoCapitalize: "off",
    autoCorrect: "off",
    spellCheck: false,
    className: "font-mono",
  },
  url: { type: "url", inputMode: "url", placeholder: "https://" },
  email: { type: "email", autoComplete: "email" },
  /** Of the person who is signed in: a password manager fills it in. */
  password: { type: "password", autoComplete: "current-password" },
} as const satisfies Readonly<Record<string, ComponentProps<"input">>>;

export type TextFieldProps = Omit<FieldProps, "children"> & {
  readonly kind?: keyof typeof KINDS;
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
};

/** One line to type in, with its label. */
export function TextField({ kind = "text", value, placeholder, onChange, ...field }: TextFieldProps) {
  const input = useTypedBefore<HTMLInputElement>(value, onChange);
  return (
    <Field {...field}>
      {(control) => (
        <Input
          {...KINDS[kind]}
          {...control}
          ref={input}
          {...(placeholder !== undefined && { placeholder })}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
