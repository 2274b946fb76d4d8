"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type MerchantCommissionForm,
  type MerchantDetailView,
  merchantCommissionForm,
} from "@/lib/fronts/admin/merchants-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type MerchantCommissionDialogProps = { readonly merchant: MerchantDetailView; readonly onClose: () => void };

/** A commission of the merchant's own, or the coins' again. */
export function MerchantCommissionDialog({ merchant, onClose }: MerchantCommissionDialogProps) {
  const { id, name, version, commissionPercent } = merchant;
  const initial = () => ({ id, version, commissionPercent: commissionPercent ?? "" });
  const save = useFormCommand<MerchantCommissionForm>(merchantCommissionForm, initial, {
    send: rpc.operator.merchants.changeCommission.mutate,
    done: "The commission is changed.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={`Commission of ${name}`}
      description="Holds for what is priced from now on. Open invoices keep the commission of their quotes."
      act="Save"
      fields={[
        {
          name: "commissionPercent",
          kind: "amount",
          label: "Commission, in percent",
          isOptional: true,
          hint: "In the place of each coin's percentage; a coin's fixed part stays. Empty: each coin's own.",
        },
      ]}
      onClose={onClose}
    />
  );
}
