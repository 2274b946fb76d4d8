"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";
import { type CoinRow, type CoinTermsForm, coinTermsInput } from "@/lib/money-in/accepted-coins/schema";

export type CoinTermsDialogProps = { readonly row: CoinRow; readonly onClose: () => void };

/** A merchant's own limits and discount of one coin on one network. */
export function CoinTermsDialog({ row, onClose }: CoinTermsDialogProps) {
  const { currency, network, networkName, own, gateway, discount } = row;
  const refresh = useRefresh();
  const initial = () => ({
    currency,
    network,
    min: own.min ?? "",
    max: own.max ?? "",
    discount: discount === 0 ? "" : String(discount),
  });
  const save = useFormCommand<CoinTermsForm>(coinTermsInput, initial, {
    send: rpc.merchant.setCoinTerms.mutate,
    done: "Saved.",
    onDone: () => {
      refresh();
      onClose();
    },
  });
  const { form, wrong, change } = save;
  return (
    <FormDialog
      command={save}
      title={`${currency} on ${networkName}`}
      description="Applies to new prices. A price that a payer has been given stays as it is."
      act="Save"
      isGrid
      onClose={onClose}
    >
      <TextField
        label={`Minimum in ${currency}`}
        kind="amount"
        isOptional
        hint={`Empty: ${gateway.min}, the gateway's own.`}
        error={wrong["min"]}
        value={form.min}
        onChange={(min) => change({ min })}
      />
      <TextField
        label={`Maximum in ${currency}`}
        kind="amount"
        isOptional
        hint={`Empty: ${gateway.max}, the gateway's own.`}
        error={wrong["max"]}
        value={form.max}
        onChange={(max) => change({ max })}
      />
      <TextField
        label="Discount in percent"
        isOptional
        hint="For payers who choose this coin themselves. Below zero they pay extra: -5 adds 5 %."
        error={wrong["discount"]}
        value={form.discount}
        onChange={(typed) => change({ discount: typed })}
      />
    </FormDialog>
  );
}
