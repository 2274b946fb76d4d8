"use client";

import { useOwnFunds } from "@/components/operator/treasury/use-own-funds";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type TreasuryForm, treasuryForm } from "@/lib/fronts/admin/capital-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const TEXTS = {
  fill: {
    title: "Fill the treasury",
    description:
      "Capital is reserved for conversions: merchants' coins are converted against it. Nothing moves on a chain.",
    button: "Fill treasury",
    done: "The treasury is filled.",
  },
  draw: {
    title: "Release funds",
    description:
      "Reserved funds become capital again. Conversions that then lack funds are refused, or the received coin is credited. Nothing moves on a chain.",
    button: "Release funds",
    done: "The funds are released.",
  },
} as const;

export type TreasuryDialogProps = {
  readonly direction: TreasuryForm["direction"];
  readonly currencies: readonly string[];
  readonly onClose: () => void;
};

/** Moves capital into the treasury or out of it, in the books only. */
export function TreasuryDialog({ direction, currencies, onClose }: TreasuryDialogProps) {
  const texts = TEXTS[direction];
  const initial = () => ({ commandId: crypto.randomUUID(), direction, currency: currencies[0] ?? "", amount: "" });
  const move = useFormCommand<TreasuryForm>(treasuryForm, initial, {
    send: rpc.operator.capital.moveTreasury.mutate,
    done: texts.done,
    onDone: onClose,
  });
  const funds = useOwnFunds(direction === "fill" ? "capital" : "treasury", move.form.currency);
  return (
    <FormDialog
      command={move}
      isGrid
      title={texts.title}
      description={texts.description}
      act={texts.button}
      fields={[
        {
          name: "currency",
          kind: "choice",
          label: "Currency",
          choices: currencies.map((code) => ({ value: code, label: code })),
        },
        { name: "amount", kind: "amount", label: "Amount", hint: funds },
      ]}
      onClose={onClose}
    />
  );
}
