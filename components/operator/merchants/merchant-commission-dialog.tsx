"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
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
  const { form, wrong, change } = save;
  return (
    <FormDialog
      command={save}
      title={`Commission of ${name}`}
      description="Holds for what is priced from now on. Open invoices keep the commission of their quotes."
      act="Save"
      onClose={onClose}
    >
      <TextField
        label="Commission, in percent"
        kind="amount"
        isOptional
        hint="In the place of each coin's percentage; a coin's fixed part stays. Empty: each coin's own."
        error={wrong["commissionPercent"]}
        value={form.commissionPercent}
        onChange={(typed) => change({ commissionPercent: typed })}
      />
    </FormDialog>
  );
}
