"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type ExchangeRowView, type ExchangeTermsForm, exchangeTermsForm } from "@/lib/fronts/admin/market-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";

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

/** The operator's own value is given up for the typical one. */
export function ResetExchangeDialog({ row, onClose }: ExchangeDialogProps) {
  const { currency, networkCode, networkName, typical } = row;
  return (
    <ConfirmDialog
      title={
        typical === null
          ? `Forget your value for ${currency} on ${networkName}?`
          : `Take the typical value for ${currency} on ${networkName}?`
      }
      description={
        typical === null
          ? "No typical one is known: payers from exchanges are then told no fee and no minimum for this coin."
          : `Payers are then told a fee of ${moneyText(typical.fee, currency)} and a minimum of ${moneyText(typical.minimum, currency)}, and what an update brings.`
      }
      act={typical === null ? "Forget it" : "Take it"}
      send={() => rpc.operator.exchanges.reset.mutate({ networkCode, currencyCode: currency })}
      done={typical === null ? "Your value is forgotten." : "The typical value holds again."}
      onClose={onClose}
    />
  );
}
