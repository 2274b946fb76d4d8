"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { moveTreasury } from "@/lib/client/operator-capital";
import { type TreasuryForm, treasuryForm } from "@/lib/operations/treasury-schema";

const FORM_ID = "move-treasury";

const WORDS = {
  fill: {
    title: "Fill the treasury",
    description:
      "Capital is set aside for conversions: merchants' coins are swapped against it. Nothing moves on a chain.",
    button: "Fill it",
    done: "The treasury is filled.",
  },
  draw: {
    title: "Draw from the treasury",
    description:
      "What is set aside becomes capital again. Conversions that then find too little are refused, or stay in the coin that came. Nothing moves on a chain.",
    button: "Draw it",
    done: "It is capital again.",
  },
} as const;

export type TreasuryDialogProps = {
  readonly direction: TreasuryForm["direction"];
  readonly currencies: readonly string[];
  readonly onClose: () => void;
};

export function TreasuryDialog({ direction, currencies, onClose }: TreasuryDialogProps) {
  const words = WORDS[direction];
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<TreasuryForm>(treasuryForm, () => ({
    commandId: crypto.randomUUID(),
    direction,
    currency: currencies[0] ?? "",
    amount: "",
  }));
  const move = useCommand(moveTreasury, { done: words.done, onDone: onClose, onError: showFailure });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={words.description}
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={FORM_ID} variant="primary" isBusy={move.isPending}>
            {words.button}
          </Button>
        </>
      }
    >
      {move.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{move.error.message}</Notice>}
      <form
        id={FORM_ID}
        noValidate
        onSubmit={submitTo((valid) => move.mutate(valid))}
        className="grid gap-4 sm:grid-cols-2"
      >
        <Field label="Currency" error={wrong["currency"]}>
          {(control) => (
            <Select {...control} value={form.currency} onChange={(event) => change({ currency: event.target.value })}>
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Amount" error={wrong["amount"]}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={form.amount}
              onChange={(event) => change({ amount: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
