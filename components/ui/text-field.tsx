"use client";

import { type ComponentProps, useId } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useHydratedInput } from "@/components/ui/use-hydrated-input";

const KINDS = {
  text: { autoComplete: "off" },
  amount: { autoComplete: "off", inputMode: "decimal", className: "tabular-nums" },
  /** A number; surrounding whitespace from copying is removed. */
  whole: { autoComplete: "off", inputMode: "numeric", className: "tabular-nums" },
  /** An address on a chain: no autocorrection. */
  address: {
    autoComplete: "off",
    autoCapitalize: "off",
    autoCorrect: "off",
    spellCheck: false,
    className: "font-mono",
  },
  url: { type: "url", inputMode: "url", placeholder: "https://" },
  email: { type: "email", autoComplete: "email" },
  /** Another person's. */
  otherEmail: { type: "email", autoComplete: "off" },
  /** The signed-in user's: filled in by a password manager. */
  password: { type: "password", autoComplete: "current-password", required: true },
  /** A password that the user chooses. */
  newPassword: { type: "password", autoComplete: "new-password", required: true },
  personName: { autoComplete: "name", required: true },
  shopName: { autoComplete: "organization", required: true },
  /** The sign-in address. */
  username: { type: "email", autoComplete: "username", required: true },
  /** From an authenticator app; the only field of its form. */
  code: {
    autoComplete: "one-time-code",
    inputMode: "numeric",
    maxLength: 10,
    autoFocus: true,
    className: "tabular-nums",
  },
  /** From an authenticator app, or a recovery code instead. */
  anyCode: { autoComplete: "one-time-code", autoCapitalize: "off", spellCheck: false, className: "tabular-nums" },
} as const satisfies Readonly<Record<string, ComponentProps<"input">>>;

export type TextFieldProps = Omit<FieldProps, "children"> & {
  readonly kind?: keyof typeof KINDS;
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** Offered by the browser; any other text is accepted. */
  readonly suggestions?: readonly string[];
  readonly onChange: (value: string) => void;
};

/** A single-line input with its label. */
export function TextField({ kind = "text", value, placeholder, suggestions, onChange, ...field }: TextFieldProps) {
  const listId = useId();
  const take = (typed: string) => onChange(kind === "whole" ? typed.trim() : typed);
  const input = useHydratedInput<HTMLInputElement>(value, take);
  return (
    <Field {...field}>
      {(control) => (
        <>
          <Input
            {...KINDS[kind]}
            {...control}
            ref={input}
            {...(placeholder !== undefined && { placeholder })}
            {...(suggestions !== undefined && { list: listId })}
            value={value}
            onChange={(event) => take(event.target.value)}
          />
          {suggestions !== undefined && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
