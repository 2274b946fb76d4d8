"use client";

import { FormDialog } from "@/components/ui/form-dialog";
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
  return (
    <FormDialog
      command={save}
      title={`${currency} on ${networkName}`}
      description="Applies to new prices. A price that a payer has been given stays as it is."
      act="Save"
      isGrid
      fields={[
        {
          name: "min",
          kind: "amount",
          label: `Minimum in ${currency}`,
          isOptional: true,
          hint: `Empty: ${gateway.min}, the gateway's own.`,
        },
        {
          name: "max",
          kind: "amount",
          label: `Maximum in ${currency}`,
          isOptional: true,
          hint: `Empty: ${gateway.max}, the gateway's own.`,
        },
        {
          name: "discount",
          label: "Discount in percent",
          isOptional: true,
          hint: "For payers who choose this coin themselves. Below zero they pay extra: -5 adds 5 %.",
        },
      ]}
      onClose={onClose}
    />
  );
}
