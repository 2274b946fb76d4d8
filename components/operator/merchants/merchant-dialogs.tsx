"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type MerchantBlocksForm,
  type MerchantCommissionForm,
  type MerchantDetailView,
  merchantBlocksForm,
  merchantCommissionForm,
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
