"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type ExchangeRowView, type ExchangeTermsForm, exchangeTermsForm } from "@/lib/fronts/admin/market-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";

export type ExchangeDialogProps = { readonly row: ExchangeRowView; readonly onClose: () => void };

/** What payers from exchanges are told about one coin on one network. */
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
      title={`Withdrawal terms for ${currency} on ${networkName}`}
      description="Use the upper half of what is usual: if the assumed fee is too low, payments arrive short."
      act="Save"
      fields={[
        {
          name: "fee",
          kind: "amount",
          label: `Usual fee, in ${currency}`,
          hint: "Payers are told to enter this much more, because exchanges deduct it from the amount entered.",
        },
        {
          name: "minimum",
          kind: "amount",
          label: `Usual minimum, in ${currency}`,
          hint: "Payers who owe less are told before they try, and are shown other coins.",
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Replaces the operator's own values with the typical ones. */
export function ResetExchangeDialog({ row, onClose }: ExchangeDialogProps) {
  const { currency, networkCode, networkName, typical } = row;
  return (
    <ConfirmDialog
      title={
        typical === null
          ? `Remove your values for ${currency} on ${networkName}?`
          : `Use the typical values for ${currency} on ${networkName}?`
      }
      description={
        typical === null
          ? "No typical values are known: payers from exchanges are then told no fee and no minimum for this coin."
          : `Payers are then told a fee of ${moneyText(typical.fee, currency)} and a minimum of ${moneyText(typical.minimum, currency)}. Updates of this gateway may change both.`
      }
      act={typical === null ? "Remove values" : "Use typical values"}
      send={() => rpc.operator.exchanges.reset.mutate({ networkCode, currencyCode: currency })}
      done={typical === null ? "Your values are removed." : "The typical values apply again."}
      onClose={onClose}
    />
  );
}
