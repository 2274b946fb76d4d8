import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

export type AddressFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly networkName: string;
  /**
   * The payment's only sender, unless something is known against it. Never filled in automatically:
   * it may be a contract.
   */
  readonly suggested: string | null;
};

/** Destination of a refund. */
export function AddressField({ value, onChange, error, networkName, suggested }: AddressFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Address"
        kind="address"
        hint={`Ask the payer for an address on ${networkName}. Transfers to a wrong address can't be undone.`}
        error={error}
        value={value}
        onChange={onChange}
      />
      {suggested !== null && value !== suggested && (
        <div className="flex flex-col items-start gap-1.5 text-small text-ink-soft">
          <p>
            It came from <span className="break-all font-mono">{suggested}</span>. Check that this can receive: what
            goes to a contract or an exchange may be lost.
          </p>
          <Button size="small" onClick={() => onChange(suggested)}>
            Use this address
          </Button>
        </div>
      )}
    </div>
  );
}
