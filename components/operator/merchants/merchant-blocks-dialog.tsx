"use client";

import { FormDialog } from "@/components/ui/form-dialog";
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
  const { form } = save;
  const isSame = form.arePaymentsBlocked === arePaymentsBlocked && form.arePayoutsBlocked === arePayoutsBlocked;
  return (
    <FormDialog
      command={save}
      title={`Blocks of ${name}`}
      description="At once, in the dashboard and over the machine API. The merchant is not told why."
      act="Change blocks"
      tone="danger"
      isBlocked={isSame}
      fields={[
        {
          name: "arePaymentsBlocked",
          kind: "check",
          label: "Block payments",
          hint: "No new invoice, static wallet or price. What arrives for existing ones is credited all the same.",
        },
        {
          name: "arePayoutsBlocked",
          kind: "check",
          label: "Block payouts",
          hint: "No new payout, refund or transfer, and nothing that waits is approved. What was ordered before and is not signed waits; what is signed goes on.",
        },
        { name: "reason", label: "Reason", hint: "For you and other operators; it stays in the history." },
      ]}
      onClose={onClose}
    />
  );
}
