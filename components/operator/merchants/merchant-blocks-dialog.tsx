"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type MerchantBlocksForm,
  type MerchantDetailView,
  merchantBlocksForm,
} from "@/lib/fronts/admin/merchants-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type MerchantBlocksDialogProps = { readonly merchant: MerchantDetailView; readonly onClose: () => void };

/** Blocks a merchant's payments, payouts or both, or lifts a block. */
export function MerchantBlocksDialog({ merchant, onClose }: MerchantBlocksDialogProps) {
  const { id, name, blocksVersion, arePaymentsBlocked, arePayoutsBlocked } = merchant;
  const initial = () => ({ id, version: blocksVersion, arePaymentsBlocked, arePayoutsBlocked, reason: "" });
  const save = useFormCommand<MerchantBlocksForm>(merchantBlocksForm, initial, {
    send: rpc.operator.merchants.changeBlocks.mutate,
    done: "The blocks are changed.",
    onDone: onClose,
  });
  const { form, wrong, change } = save;
  const isSame = form.arePaymentsBlocked === arePaymentsBlocked && form.arePayoutsBlocked === arePayoutsBlocked;
  return (
    <FormDialog
      command={save}
      title={`Blocks of ${name}`}
      description="At once, in the dashboard and over the machine API. The merchant is not told why."
      act="Change blocks"
      tone="danger"
      isBlocked={isSame}
      onClose={onClose}
    >
      <Checkbox
        label="Block payments"
        hint="No new invoice, static wallet or price. What arrives for existing ones is credited all the same."
        isChecked={form.arePaymentsBlocked}
        onChange={(isBlocked) => change({ arePaymentsBlocked: isBlocked })}
      />
      <Checkbox
        label="Block payouts"
        hint="No new payout, refund or transfer, and nothing that waits is approved. What was ordered before and is not signed waits; what is signed goes on."
        isChecked={form.arePayoutsBlocked}
        onChange={(isBlocked) => change({ arePayoutsBlocked: isBlocked })}
      />
      <TextField
        label="Reason"
        hint="For you and other operators; it stays in the history."
        error={wrong["reason"]}
        value={form.reason}
        onChange={(reason) => change({ reason })}
      />
    </FormDialog>
  );
}
