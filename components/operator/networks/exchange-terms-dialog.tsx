"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type ExchangeRowView, type ExchangeTermsForm, exchangeTermsForm } from "@/lib/fronts/admin/market-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type ExchangeDialogProps = { readonly row: ExchangeRowView; readonly onClose: () => void };

/** What payers from exchanges are told of one coin on one network. */
export function ExchangeTermsDialog({ row, onClose }: ExchangeDialogProps) {
  const { currency, networkCode, networkName, terms } = row;
  const initial = () => ({
    networkCode,
    currencyCode: currency,
    fee: terms?.fee ?? "",
    minimum: terms?.minimum ?? "",
  });
  const save = useFormCommand<ExchangeTermsForm>(exchangeTermsForm, initial, {
    send: rpc.operator.exchanges.set.mutate,
    done: "Saved.",
    onDone: onClose,
  });
  const { form, wrong, change } = save;
  return (
    <FormDialog
      command={save}
      title={`Exchanges: ${currency} on ${networkName}`}
      description="Take the upper half of what is usual: a fee that is assumed too low leaves payments short."
      act="Save"
      onClose={onClose}
    >
      <TextField
        label={`Usual fee, in ${currency}`}
        kind="amount"
        hint="Payers are told to type so much more, since exchanges take it out of what is typed."
        error={wrong["fee"]}
        value={form.fee}
        onChange={(fee) => change({ fee })}
      />
      <TextField
        label={`Usual minimum, in ${currency}`}
        kind="amount"
        hint="Payers who owe less are told before they try, and shown other coins."
        error={wrong["minimum"]}
        value={form.minimum}
        onChange={(minimum) => change({ minimum })}
      />
    </FormDialog>
  );
}
