"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";
import { limitText } from "@/lib/kernel/money/format";
import { type CoinRow, type CoinTermsForm, coinTermsInput } from "@/lib/money-in/accepted-coins/schema";

export type CoinTermsDialogProps = { readonly row: CoinRow; readonly onClose: () => void };

/** A merchant's own limits and discount for one coin on one network. */
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
      description="Applies to new prices. Prices that payers have been shown do not change."
      act="Save"
      isGrid
      fields={[
        {
          name: "min",
          kind: "amount",
          label: `Minimum in ${currency}`,
          isOptional: true,
          hint: `Empty: the gateway's minimum, ${limitText(gateway.min, currency)}.`,
        },
        {
          name: "max",
          kind: "amount",
          label: `Maximum in ${currency}`,
          isOptional: true,
          hint: `Empty: the gateway's maximum, ${limitText(gateway.max, currency)}.`,
        },
        {
          name: "discount",
          label: "Discount in percent",
          isOptional: true,
          hint: "For payers who choose this coin themselves. A negative discount is a surcharge: -5 adds 5%.",
        },
      ]}
      onClose={onClose}
    />
  );
}
