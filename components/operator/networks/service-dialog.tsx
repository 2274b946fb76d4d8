"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type NetworkDetailView,
  type ServiceForm,
  type ServiceRowView,
  serviceForm,
} from "@/lib/fronts/admin/networks-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type ServiceDialogProps = {
  readonly network: Pick<NetworkDetailView, "code" | "name">;
  readonly service: ServiceRowView;
  readonly onClose: () => void;
};

const SIDES = [
  { side: "payment", title: "Payments", on: "isPaymentEnabled", word: "payment", fee: "Commission" },
  { side: "payout", title: "Payouts", on: "isPayoutEnabled", word: "payout", fee: "Fee" },
] as const;

/** Limits and fees of a coin on a network, of payments and of payouts. */
export function ServiceDialog({ network, service, onClose }: ServiceDialogProps) {
  const { currency, terms, version } = service;
  const initial = () => ({ code: network.code, currency, version, ...terms });
  const save = useFormCommand<ServiceForm>(serviceForm, initial, {
    send: rpc.operator.networks.changeService.mutate,
    done: "Saved.",
    onDone: onClose,
  });
  const { form, wrong, change } = save;
  const field = (name: `${"payment" | "payout"}${"Min" | "Max" | "FeePercent" | "FeeFixed"}`, label: string) => (
    <TextField
      label={label}
      kind="amount"
      error={wrong[name]}
      value={form[name]}
      onChange={(typed) => change({ [name]: typed })}
    />
  );
  return (
    <FormDialog
      command={save}
      title={`${currency} on ${network.name}`}
      description="Holds for what is priced from now on. Open invoices keep their commission, ordered payouts their fee."
      act="Save"
      onClose={onClose}
    >
      {SIDES.map(({ side, title, on, word, fee }) => (
        <fieldset key={side} className="flex flex-col gap-3 not-first:border-t not-first:border-line not-first:pt-4">
          <legend className="sr-only">{title}</legend>
          <Checkbox label={`Offer ${word}s`} isChecked={form[on]} onChange={(isOn) => change({ [on]: isOn })} />
          <div className="grid gap-3 sm:grid-cols-2">
            {field(`${side}Min`, `Least ${word}, in ${currency}`)}
            {field(`${side}Max`, `Largest ${word}, in ${currency}`)}
            {field(`${side}FeePercent`, `${fee} of a ${word}, in percent`)}
            {field(`${side}FeeFixed`, `${fee} of a ${word}, fixed, in ${currency}`)}
          </div>
        </fieldset>
      ))}
    </FormDialog>
  );
}
