"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { FormFields } from "@/components/ui/form-fields";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type NetworkDetailView,
  type NetworkForm,
  networkForm,
  type ServiceForm,
  type ServiceRowView,
  serviceForm,
} from "@/lib/fronts/admin/networks-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type NetworkDialogProps = { readonly network: NetworkDetailView; readonly onClose: () => void };

/** Whether a network is offered, and its required confirmations. */
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
      description="Takes effect in every process within 15 seconds."
      act="Save"
      fields={[
        {
          name: "isEnabled",
          kind: "check",
          label: "Offer this network",
          hint: "If off, no new payments or payouts are accepted there. Open ones continue, and late payments become cases.",
        },
        {
          name: "confirmations",
          kind: "whole",
          label: "Confirmations",
          hint: `Blocks until a payment is final, its own included: at least ${confirmationsMin}. Fewer are faster, and easier to reverse. Applies immediately, also to payments that are being confirmed.`,
        },
      ]}
      onClose={onClose}
    />
  );
}

export type ServiceDialogProps = {
  readonly network: Pick<NetworkDetailView, "code" | "name">;
  readonly service: ServiceRowView;
  readonly onClose: () => void;
};

const SIDES = [
  { side: "payment", title: "Payments", on: "isPaymentEnabled", word: "payment", fee: "Payment commission" },
  { side: "payout", title: "Payouts", on: "isPayoutEnabled", word: "payout", fee: "Payout fee" },
] as const;

/** Limits and fees of a coin on a network, for payments and payouts. */
export function ServiceDialog({ network, service, onClose }: ServiceDialogProps) {
  const { currency, terms, version } = service;
  const initial = () => ({ code: network.code, currency, version, ...terms });
  const save = useFormCommand<ServiceForm>(serviceForm, initial, {
    send: rpc.operator.networks.changeService.mutate,
    done: "Saved.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={`${currency} on ${network.name}`}
      description="Applies to new prices. Open invoices keep their commission, and ordered payouts their fee."
      act="Save"
      onClose={onClose}
    >
      {SIDES.map(({ side, title, on, word, fee }) => (
        <fieldset
          key={side}
          className="grid gap-3 not-first:border-t not-first:border-line not-first:pt-4 sm:grid-cols-2"
        >
          <legend className="sr-only">{title}</legend>
          <FormFields
            {...save}
            fields={[
              { name: on, kind: "check", label: `Offer ${word}s`, isWide: true },
              { name: `${side}Min`, kind: "amount", label: `Minimum ${word}, in ${currency}` },
              { name: `${side}Max`, kind: "amount", label: `Maximum ${word}, in ${currency}` },
              { name: `${side}FeePercent`, kind: "amount", label: `${fee}, in percent` },
              { name: `${side}FeeFixed`, kind: "amount", label: `Fixed ${fee.toLowerCase()}, in ${currency}` },
            ]}
          />
        </fieldset>
      ))}
    </FormDialog>
  );
}
