"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";
import {
  type TransferForm as Form,
  type TransferDirection,
  type TransferWalletsView,
  type TransferWalletView,
  transferForm,
} from "@/lib/money-out/transfers/dashboard-schema";

const DIRECTIONS = [
  { value: "to-personal", label: "To personal wallet" },
  { value: "to-business", label: "To business wallet" },
] as const;

/** Shown only to members who may pay out; only its owner may transfer from the personal wallet. */
export function TransferForm({ owner, items }: TransferWalletsView) {
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(transferForm, () => ({
    direction: "to-personal",
    currency: "",
    amount: "",
  }));
  const order = useMutation({
    mutationFn: (checked: Form) => rpc.transfers.create.mutate(checked),
    onSuccess: async (_answer, { amount, currency, direction }) => {
      toast.success(
        `${moneyText(amount, currency)} transferred ${direction === "to-personal" ? "to the personal wallet" : "to the business wallet"}.`,
      );
      change({ amount: "" });
      // A transfer changes balances on many pages.
      await queries.invalidateQueries();
    },
    onError: showFailure,
  });
  const isStopped = useStopped("outflows") && form.direction === "to-personal";
  const choose = (direction: TransferDirection) => {
    order.reset();
    change({ direction, currency: "", amount: "" });
  };
  return (
    <Card title="New transfer" description={sentence(form.direction, owner)}>
      <form onSubmit={submitTo((checked) => order.mutate(checked))} noValidate className="flex flex-col gap-4">
        {order.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{order.error.message}</Notice>}
        {owner?.isYou && <FilterTabs label="Direction" value={form.direction} choices={DIRECTIONS} onChange={choose} />}
        <Fields
          form={form}
          wrong={wrong}
          change={change}
          items={items.filter((item) => hasAny(item, form.direction))}
        />
        {isStopped && <RestrictionNote of="outflows" />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={order.isPending} disabled={!owner?.isUsable || isStopped}>
            {form.direction === "to-personal" ? "Transfer to personal wallet" : "Transfer to business wallet"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Fields({ form, wrong, change, items }: FormPart<Form> & { items: readonly TransferWalletView[] }) {
  const chosen = items.find(({ currency }) => currency === form.currency);
  const available = chosen && availableOf(chosen, form.direction);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Coin" error={wrong["currency"]}>
        {(control) => (
          <Select {...control} value={form.currency} onChange={(event) => change({ currency: event.target.value })}>
            <option value="">{items.length === 0 ? "No funds" : "Choose a coin"}</option>
            {items.map((item) => (
              <option key={item.currency} value={item.currency}>
                {item.name} ({item.currency})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Amount"
        error={wrong["amount"]}
        hint={available && `${moneyText(available, form.currency)} available`}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={form.amount}
              onChange={(event) => change({ amount: event.target.value })}
              className="tabular-nums"
            />
            {available && (
              <Button className="max-md:h-10" onClick={() => change({ amount: available })}>
                All
              </Button>
            )}
          </div>
        )}
      </Field>
    </div>
  );
}

function sentence(direction: TransferDirection, owner: TransferWalletsView["owner"]): string {
  if (owner === null)
    return "This merchant was created without an owner, so there is no personal wallet to transfer to.";
  if (!owner.isUsable)
    return `The personal wallet belongs to ${owner.name}, who created this merchant and is currently not an owner. Transfers are not possible.`;
  const whose = owner.isYou ? "your own" : `${owner.name}’s`;
  return direction === "to-personal"
    ? `Instant and free, from the business wallet to ${whose} personal wallet. It counts as an outgoing transfer: limits and blocks apply.`
    : "Instant and free, from your personal wallet to the business wallet.";
}

function availableOf({ business, personal }: TransferWalletView, direction: TransferDirection): string {
  return direction === "to-personal" ? business : (personal ?? "0");
}

function hasAny(item: TransferWalletView, direction: TransferDirection): boolean {
  return /[1-9]/.test(availableOf(item, direction));
}
