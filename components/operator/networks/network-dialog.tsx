"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type NetworkDetailView, type NetworkForm, networkForm } from "@/lib/fronts/admin/networks-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type NetworkDialogProps = { readonly network: NetworkDetailView; readonly onClose: () => void };

/** Whether a network is offered, and how deep a payment has to be there. */
export function NetworkDialog({ network, onClose }: NetworkDialogProps) {
  const { code, name, version, isEnabled, confirmations, confirmationsMin } = network;
  const initial = () => ({ code, version, isEnabled, confirmations: String(confirmations) });
  const save = useFormCommand<NetworkForm>(networkForm, initial, {
    send: rpc.operator.networks.change.mutate,
    done: "Saved.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={`Change ${name}`}
      description="Every process goes by it within 15 seconds."
      act="Save"
      fields={[
        {
          name: "isEnabled",
          kind: "check",
          label: "Offer this network",
          hint: "Off, no new payment or payout is taken there. What was begun goes on, and late payments become cases.",
        },
        {
          name: "confirmations",
          kind: "whole",
          label: "Confirmations",
          hint: `Blocks until a payment counts for good, its own included: at least ${confirmationsMin}. Fewer are faster, and easier to take back. Holds at once, also for payments on their way.`,
        },
      ]}
      onClose={onClose}
    />
  );
}
