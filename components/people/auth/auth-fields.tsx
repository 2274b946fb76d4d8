import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PASSWORD_CHARACTERS_MIN } from "@/lib/people/merchants/schema";

export type NewPasswordFieldProps = {
  readonly label?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (password: string) => void;
};

/** Where a new password is chosen, with what it has to be. */
export function NewPasswordField({ label = "Password", value, error, onChange }: NewPasswordFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={`At least ${PASSWORD_CHARACTERS_MIN} characters. Several unrelated words work well.`}
    >
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export type NameFieldProps = {
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: "name" | "organization";
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
};

export function NameField({ label, hint, autoComplete, value, error, onChange }: NameFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete={autoComplete}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
