"use client";

import { type ComponentProps, useId } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useHydratedInput } from "@/components/ui/use-hydrated-input";

const KINDS = {
  text: { autoComplete: "off" },
  amount: { autoComplete: "off", inputMode: "decimal", className: "tabular-nums" },
  /** A number; a space beside it, as it comes with copying, is taken off. */
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
  /** Of somebody else. */
  otherEmail: { type: "email", autoComplete: "off" },
  /** Of the person who is signed in: a password manager fills it in. */
  password: { type: "password", autoComplete: "current-password", required: true },
  /** That the person chooses. */
  newPassword: { type: "password", autoComplete: "new-password", required: true },
  personName: { autoComplete: "name", required: true },
  shopName: { autoComplete: "organization", required: true },
  /** By which one signs in. */
  username: { type: "email", autoComplete: "username", required: true },
  /** Of an authenticator app; the only thing that its form asks for. */
  code: {
    autoComplete: "one-time-code",
    inputMode: "numeric",
    maxLength: 10,
    autoFocus: true,
    className: "tabular-nums",
  },
  /** Of an authenticator app, or a recovery code in its place. */
  anyCode: { autoComplete: "one-time-code", autoCapitalize: "off", spellCheck: false, className: "tabular-nums" },
} as const satisfies Readonly<Record<string, ComponentProps<"input">>>;

export type TextFieldProps = Omit<FieldProps, "children"> & {
  readonly kind?: keyof typeof KINDS;
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** Offered by the browser; anything else may be typed. */
  readonly suggestions?: readonly string[];
  readonly onChange: (value: string) => void;
};

/** One line to type in, with its label. */
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
