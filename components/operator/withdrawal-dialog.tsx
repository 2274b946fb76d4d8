"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { orderWithdrawal } from "@/lib/client/operator-capital";
import { type WithdrawalForm, withdrawalForm } from "@/lib/operations/withdrawals-schema";

const FORM_ID = "order-withdrawal";

const KIND_HINTS: Readonly<Record<WithdrawalForm["kind"], string>> = {
  earnings: "Taken from fees earned.",
  capital: "Taken from capital that is not set aside in the treasury; also the way to bring it to another network.",
};

/** What can leave: a coin on a network that has a node. */
export type WithdrawalService = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly currencies: readonly string[];
};

type Part = FormPart<WithdrawalForm>;

/** Orders a withdrawal, and says what it means. */
export function WithdrawalDialog({
  services,
  onClose,
}: {
  services: readonly WithdrawalService[];
  onClose: () => void;
}) {
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<WithdrawalForm>(withdrawalForm, () => ({
    commandId: crypto.randomUUID(),
    kind: "earnings",
    networkCode: services[0]?.networkCode ?? "",
    currencyCode: services[0]?.currencies[0] ?? "",
    address: "",
    amount: "",
    memo: "",
  }));
  const order = useCommand(orderWithdrawal, {
    done: "The withdrawal is ordered.",
    onDone: onClose,
    onError: showFailure,
  });
  const part = { form, wrong, change };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Withdraw"
      description="The amount arrives whole; the network's fee is booked as a cost of the gateway. Until it is signed it can be cancelled, afterwards not. Check every character of the address: nobody can bring it back."
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={FORM_ID} variant="primary" isBusy={order.isPending}>
            Withdraw
          </Button>
        </>
      }
    >
      {order.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{order.error.message}</Notice>}
      <form
        id={FORM_ID}
        noValidate
        onSubmit={submitTo((valid) => order.mutate(valid))}
        className="grid gap-4 sm:grid-cols-2"
      >
        <SourceFields {...part} services={services} />
        <TargetFields {...part} />
      </form>
    </Dialog>
  );
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
        <Field label="What" hint={KIND_HINTS[form.kind]} error={wrong["kind"]}>
          {(control) => (
            <Select
              {...control}
              value={form.kind}
              onChange={(event) => change({ kind: event.target.value === "capital" ? "capital" : "earnings" })}
            >
              <option value="earnings">Earnings</option>
              <option value="capital">Capital</option>
            </Select>
          )}
        </Field>
      </div>
      <Field label="Network" error={wrong["networkCode"]}>
        {(control) => (
          <Select {...control} value={form.networkCode} onChange={(event) => chooseNetwork(event.target.value)}>
            {services.map(({ networkCode, networkName }) => (
              <option key={networkCode} value={networkCode}>
                {networkName}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Coin" error={wrong["currencyCode"]}>
        {(control) => (
          <Select
            {...control}
            value={form.currencyCode}
            onChange={(event) => change({ currencyCode: event.target.value })}
          >
            {currenciesOf(form.networkCode).map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

function TargetFields({ form, wrong, change }: Part) {
  return (
    <>
      <div className="sm:col-span-2">
        <Field label="Address" error={wrong["address"]}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              value={form.address}
              onChange={(event) => change({ address: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Amount" error={wrong["amount"]}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={form.amount}
            onChange={(event) => change({ amount: event.target.value })}
          />
        )}
      </Field>
      <Field label="Note" isOptional hint="For the books only." error={wrong["memo"]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={form.memo}
            onChange={(event) => change({ memo: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
