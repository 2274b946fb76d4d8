"use client";

import { FormDialog } from "@/components/ui/form-dialog";
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
  return (
    <FormDialog
      command={save}
      title={`Exchanges: ${currency} on ${networkName}`}
      description="Take the upper half of what is usual: a fee that is assumed too low leaves payments short."
      act="Save"
      fields={[
        {
          name: "fee",
          kind: "amount",
          label: `Usual fee, in ${currency}`,
          hint: "Payers are told to type so much more, since exchanges take it out of what is typed.",
        },
        {
          name: "minimum",
          kind: "amount",
          label: `Usual minimum, in ${currency}`,
          hint: "Payers who owe less are told before they try, and shown other coins.",
        },
      ]}
      onClose={onClose}
    />
  );
}
