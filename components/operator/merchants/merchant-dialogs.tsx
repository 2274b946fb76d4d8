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

/** Blocks a merchant's payments, payouts or both, or unblocks them. */
export function MerchantBlocksDialog({ merchant, onClose }: MerchantBlocksDialogProps) {
  const { id, name, blocksVersion, arePaymentsBlocked, arePayoutsBlocked } = merchant;
  const initial = () => ({ id, version: blocksVersion, arePaymentsBlocked, arePayoutsBlocked, reason: "" });
  const save = useFormCommand<MerchantBlocksForm>(merchantBlocksForm, initial, {
    send: rpc.operator.merchants.changeBlocks.mutate,
    done: "Blocks updated.",
    onDone: onClose,
  });
  const { form } = save;
  const isSame = form.arePaymentsBlocked === arePaymentsBlocked && form.arePayoutsBlocked === arePayoutsBlocked;
  return (
    <FormDialog
      command={save}
      title={`Blocks of ${name}`}
      description="Applies immediately, in the dashboard and the machine API. The merchant is not told why."
      act="Change blocks"
      tone="danger"
      isBlocked={isSame}
      fields={[
        {
          name: "arePaymentsBlocked",
          kind: "check",
          label: "Block payments",
          hint: "No new invoices, static wallets or prices. Payments for existing ones are still credited.",
        },
        {
          name: "arePayoutsBlocked",
          kind: "check",
          label: "Block payouts",
          hint: "No new payouts, refunds or transfers, and nothing pending is approved. Unsigned payouts wait; signed ones continue.",
        },
        { name: "reason", label: "Reason", hint: "For you and other operators. Kept in the history." },
      ]}
      onClose={onClose}
    />
  );
}

export type MerchantCommissionDialogProps = { readonly merchant: MerchantDetailView; readonly onClose: () => void };

/** Sets the merchant's own commission, or resets it to the coins' default. */
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
      description="Applies to new prices. Open invoices keep the commission that they were quoted."
      act="Save"
      fields={[
        {
          name: "commissionPercent",
          kind: "amount",
          label: "Commission, in percent",
          isOptional: true,
          hint: "Replaces the percentage of each coin; a coin's fixed commission still applies. Empty: the percentage of each coin.",
        },
      ]}
      onClose={onClose}
    />
  );
}
