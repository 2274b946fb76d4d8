import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export type AddressFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly networkName: string;
  /** The payment's sender, which is what the field began with; null when there is no single one that is known. */
  readonly suggested: string | null;
};

/** Where a refund goes. */
export function AddressField({ value, onChange, error, networkName, suggested }: AddressFieldProps) {
  const isSender = suggested !== null && value === suggested;
  return (
    <Field
      label="Address"
      hint={
        isSender
          ? "Where the payment came from. If the payer paid from an exchange, ask them for an address of their own."
          : `Ask the payer for an address on ${networkName}. What was sent to a wrong one cannot be called back.`
      }
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono"
        />
      )}
    </Field>
  );
}
