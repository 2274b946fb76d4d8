"use client";

import { useOwnFunds } from "@/components/operator/treasury/use-own-funds";
import { FormDialog } from "@/components/ui/form-dialog";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type WithdrawalForm, withdrawalForm } from "@/lib/fronts/admin/withdrawals-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const KINDS: readonly { value: WithdrawalForm["kind"]; label: string }[] = [
  { value: "earnings", label: "Earnings" },
  { value: "capital", label: "Capital" },
];

const KIND_HINTS: Readonly<Record<WithdrawalForm["kind"], string>> = {
  earnings: "Taken from earned fees.",
  capital: "Taken from capital that is not set aside in the treasury; also the way to bring it to another network.",
};

/** What can leave: a coin on a network that has a node. */
export type WithdrawalService = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly currencies: readonly string[];
};

type Part = FormPart<WithdrawalForm>;

export type WithdrawalDialogProps = {
  readonly services: readonly WithdrawalService[];
  readonly onClose: () => void;
};

/** Orders a withdrawal, and says what it means. */
export function WithdrawalDialog({ services, onClose }: WithdrawalDialogProps) {
  const order = useFormCommand<WithdrawalForm>(withdrawalForm, () => blankForm(services), {
    send: rpc.operator.withdrawals.create.mutate,
    done: "The withdrawal is ordered.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={order}
      isGrid
      title="Withdraw"
      description="The amount arrives whole; the network's fee is booked as a cost of the gateway. Until it is signed it can be cancelled, afterwards not. Check every character of the address: nobody can bring it back."
      act="Withdraw"
      onClose={onClose}
    >
      <SourceFields {...order} services={services} />
      <TargetFields {...order} />
    </FormDialog>
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

function SourceFields({ form, wrong, change, services }: Part & { services: readonly WithdrawalService[] }) {
  const currenciesOf = (code: string) => services.find(({ networkCode }) => networkCode === code)?.currencies ?? [];
  const chooseNetwork = (networkCode: string) => {
    const currencies = currenciesOf(networkCode);
    const stays = currencies.includes(form.currencyCode);
    change({ networkCode, ...(!stays && { currencyCode: currencies[0] ?? "" }) });
  };
  return (
    <>
      <div className="sm:col-span-2">
        <SelectField
          label="What"
          hint={KIND_HINTS[form.kind]}
          error={wrong["kind"]}
          value={form.kind}
          choices={KINDS}
          onChange={(kind) => change({ kind })}
        />
      </div>
      <SelectField
        label="Network"
        error={wrong["networkCode"]}
        value={form.networkCode}
        choices={services.map(({ networkCode, networkName }) => ({ value: networkCode, label: networkName }))}
        onChange={chooseNetwork}
      />
      <SelectField
        label="Coin"
        error={wrong["currencyCode"]}
        value={form.currencyCode}
        choices={currenciesOf(form.networkCode).map((code) => ({ value: code, label: code }))}
        onChange={(currencyCode) => change({ currencyCode })}
      />
    </>
  );
}

function TargetFields({ form, wrong, change }: Part) {
  const funds = useOwnFunds(form.kind === "earnings" ? "feesEarned" : "capital", form.currencyCode);
  return (
    <>
      <div className="sm:col-span-2">
        <TextField
          label="Address"
          kind="address"
          hint="The worker signs only to the addresses of its setting WITHDRAWAL_ADDRESSES; to others nothing goes. A sandbox without it sends anywhere."
          error={wrong["address"]}
          value={form.address}
          onChange={(address) => change({ address })}
        />
      </div>
      <TextField
        label="Amount"
        kind="amount"
        hint={funds}
        error={wrong["amount"]}
        value={form.amount}
        onChange={(amount) => change({ amount })}
      />
      <TextField
        label="Note"
        isOptional
        hint="For the books only."
        error={wrong["memo"]}
        value={form.memo}
        onChange={(memo) => change({ memo })}
      />
    </>
  );
}
