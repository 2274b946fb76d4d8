"use client";

import { useOwnFunds } from "@/components/operator/treasury/use-own-funds";
import { WITHDRAWAL_KIND_LABELS } from "@/components/operator/treasury/withdrawal-labels";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { Money } from "@/components/ui/money";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type WithdrawalForm, type WithdrawalRowView, withdrawalForm } from "@/lib/fronts/admin/withdrawals-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const KINDS: readonly { value: WithdrawalForm["kind"]; label: string }[] = [
  { value: "earnings", label: "Earnings" },
  { value: "capital", label: "Capital" },
];

const KIND_HINTS: Readonly<Record<WithdrawalForm["kind"], string>> = {
  earnings: "Taken from earned fees.",
  capital: "Taken from capital that is not reserved in the treasury. Also the way to move capital to another network.",
};

/** A coin that can be withdrawn, on a network with a node. */
export type WithdrawalService = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly currencies: readonly string[];
};

export type WithdrawalDialogProps = {
  readonly services: readonly WithdrawalService[];
  readonly onClose: () => void;
};

/** Orders a withdrawal, and explains its effect. */
export function WithdrawalDialog({ services, onClose }: WithdrawalDialogProps) {
  const order = useFormCommand<WithdrawalForm>(withdrawalForm, () => blankForm(services), {
    send: rpc.operator.withdrawals.create.mutate,
    done: "Withdrawal created.",
    onDone: onClose,
  });
  const { kind, networkCode, currencyCode } = order.form;
  const funds = useOwnFunds(kind === "earnings" ? "feesEarned" : "capital", currencyCode);
  const currenciesOf = (code: string) => services.find((service) => service.networkCode === code)?.currencies ?? [];
  const keepCurrency = (code: string) => {
    const currencies = currenciesOf(code);
    return currencies.includes(currencyCode) ? {} : { currencyCode: currencies[0] ?? "" };
  };
  return (
    <FormDialog
      command={order}
      isGrid
      title="Withdraw funds"
      description="The full amount arrives; the network fee is booked as a cost of the gateway. You can cancel it until it is signed. Check every character of the address: signed transactions can't be cancelled."
      act="Withdraw funds"
      fields={[
        { name: "kind", kind: "choice", label: "Source", hint: KIND_HINTS[kind], choices: KINDS, isWide: true },
        {
          name: "networkCode",
          kind: "choice",
          label: "Network",
          choices: services.map((service) => ({ value: service.networkCode, label: service.networkName })),
          alsoChange: keepCurrency,
        },
        {
          name: "currencyCode",
          kind: "choice",
          label: "Coin",
          choices: currenciesOf(networkCode).map((code) => ({ value: code, label: code })),
        },
        {
          name: "address",
          kind: "address",
          label: "Address",
          hint: "The worker signs withdrawals only to the addresses in its setting WITHDRAWAL_ADDRESSES. A sandbox without this setting sends to any address.",
          isWide: true,
        },
        { name: "amount", kind: "amount", label: "Amount", hint: funds },
        { name: "memo", label: "Note", isOptional: true, hint: "For your records only." },
      ]}
      onClose={onClose}
    />
  );
}

function blankForm([first]: readonly WithdrawalService[]): WithdrawalForm {
  return {
    commandId: crypto.randomUUID(),
    kind: "earnings",
    networkCode: first?.networkCode ?? "",
    currencyCode: first?.currencies[0] ?? "",
    address: "",
    amount: "",
    memo: "",
  };
}

/** Cancels a withdrawal while nothing is signed. */
export function CancelWithdrawalDialog({ row, onClose }: { row: WithdrawalRowView; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Cancel this withdrawal?"
      description="It is not signed yet. The amount returns to where it was taken from. If a worker signs it first, this is refused and the withdrawal arrives."
      leave="Keep withdrawal"
      act="Cancel withdrawal"
      tone="danger"
      send={() => rpc.operator.withdrawals.cancel.mutate({ id: row.id })}
      done="The withdrawal is cancelled."
      onClose={onClose}
    >
      <p>
        {WITHDRAWAL_KIND_LABELS[row.kind]}: <Money amount={row.amount} currency={row.currency} />
      </p>
    </ConfirmDialog>
  );
}
