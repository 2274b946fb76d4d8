"use client";

import { useEffect, useRef } from "react";
import { TRIGGER_LABELS, WEEKDAY_LABELS } from "@/components/money-out/settlements/settlement-labels";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { WEBHOOK } from "@/components/ui/order-fields";
import { useFormCommand } from "@/components/ui/use-form-command";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { rpc } from "@/lib/fronts/client/rpc";
import type { PayoutOptions } from "@/lib/money-out/payouts/dashboard-form-schema";
import {
  type SettlementForm as Form,
  type SettlementView,
  settlementForm,
  WEEKDAYS,
} from "@/lib/money-out/settlements/schema";
import { SETTLEMENT_TRIGGERS } from "@/lib/money-out/settlements/settlement";

type Coins = PayoutOptions["coins"];

export type SettlementEditorProps = {
  /** Null: a new one. */
  readonly changed: SettlementView | null;
  readonly coins: Coins;
  readonly onDone: () => void;
};

/** Creates the automatic settlement of a coin, or changes it. */
export function SettlementEditor({ changed, coins, onDone }: SettlementEditorProps) {
  const zone = useTimeZone(null) ?? "UTC";
  const command = useFormCommand<Form>(settlementForm, () => (changed === null ? blankOf(coins) : formOf(changed)), {
    send: (form) => rpc.settlements.save.mutate({ ...form, timeZone: form.timeZone || zone }),
    done: "Saved. Payouts to a new address start after 24 hours.",
    onDone,
  });
  const { form, wrong, change, submit, isPending, failure } = command;
  useUnsaved(form);
  const ref = useRef<HTMLFormElement>(null);
  // It is below the list, where a press of "Change" would seem to do nothing.
  useEffect(() => {
    if (changed !== null) ref.current?.scrollIntoView({ block: "nearest" });
  }, [changed]);
  const part = { form, wrong, change };
  return (
    <Card
      title={changed === null ? "New automatic settlement" : `Change the settlement of ${changed.coin}`}
      description="Sends everything above the amount to keep as an ordinary payout: limits, approval and screening apply."
    >
      <form ref={ref} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && Object.keys(wrong).length === 0 && <Notice tone="wrong">{failure.message}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={destinationFields(form, coins, changed)} />
          <FormFields {...part} fields={termsFields(form, zone)} />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {changed !== null && <Button onClick={onDone}>Discard changes</Button>}
          <Button type="submit" variant="primary" isBusy={isPending}>
            Save settlement
          </Button>
        </div>
      </form>
    </Card>
  );
}

function destinationFields(form: Form, coins: Coins, changed: SettlementView | null): readonly FormField<Form>[] {
  const networksOf = (code: string) => coins.find((coin) => coin.code === code)?.networks ?? [];
  const offered = coins.filter(({ code }) => changed === null || code === changed.coin);
  const hasMemo = networksOf(form.coin).find(({ code }) => code === form.network)?.hasMemo ?? false;
  return [
    {
      name: "coin",
      kind: "choice",
      label: "Coin",
      choices: offered.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
      alsoChange: (code) => ({ network: networksOf(code)[0]?.code ?? "", memo: "" }),
    },
    {
      name: "network",
      kind: "choice",
      label: "Network",
      choices: networksOf(form.coin).map(({ code, name }) => ({ value: code, label: name })),
      alsoChange: () => ({ memo: "" }),
    },
    {
      name: "address",
      kind: "address",
      label: "Destination address",
      hint: "Payouts start 24 hours after it is saved. Every owner is notified by e-mail.",
      isWide: true,
    },
    ...(hasMemo ? [{ name: "memo", label: "Memo", isOptional: true } as const] : []),
  ];
}

function termsFields(form: Form, zone: string): readonly FormField<Form>[] {
  const triggers = SETTLEMENT_TRIGGERS.map((value) => ({ value, label: TRIGGER_LABELS[value] }));
  const days = WEEKDAYS.map((value) => ({ value, label: WEEKDAY_LABELS[value] }));
  return [
    { name: "trigger", kind: "choice", label: "When", choices: triggers },
    ...(form.trigger === "weekly"
      ? [{ name: "weekday", kind: "choice", label: "Day", choices: days } as const satisfies FormField<Form>]
      : []),
    ...(form.trigger === "threshold"
      ? []
      : ([
          { name: "time", label: "Time", placeholder: "09:00" },
          { name: "timeZone", label: "Time zone", isOptional: true, hint: `${zone} if empty.` },
        ] satisfies readonly FormField<Form>[])),
    {
      name: "threshold",
      kind: "amount",
      label: "Minimum amount",
      hint: `In ${form.coin}, fee included. Smaller amounts aren't paid out.`,
    },
    {
      name: "keep",
      kind: "amount",
      label: "Keep in the balance",
      isOptional: true,
      hint: `In ${form.coin}, for example for refunds.`,
    },
    { ...WEBHOOK, hint: "Receives a signed event for each payout." },
  ];
}

function blankOf(coins: Coins): Form {
  const [first] = coins;
  return {
    coin: first?.code ?? "",
    network: first?.networks[0]?.code ?? "",
    address: "",
    memo: "",
    trigger: "threshold",
    threshold: "",
    keep: "",
    time: "09:00",
    weekday: "1",
    timeZone: "",
    urlCallback: "",
  };
}

function formOf(settlement: SettlementView): Form {
  const { coin, network, address, memo, trigger, threshold, keep, time, weekday, timeZone, urlCallback } = settlement;
  return {
    ...{ coin, network, address, trigger, threshold, keep, timeZone },
    memo: memo ?? "",
    time: time ?? "09:00",
    weekday: weekday ?? "1",
    urlCallback: urlCallback ?? "",
  };
}
