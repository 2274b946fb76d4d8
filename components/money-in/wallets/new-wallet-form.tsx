"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { ORDER_ID, WEBHOOK } from "@/components/ui/order-fields";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";
import { type NewWalletForm as Form, newWalletInput } from "@/lib/money-in/static-wallets/dashboard-schema";

type Coins = InvoiceOptions["coins"];

/** Creates a wallet: one coin on one network, bound to an order id of the merchant. */
export function NewWalletForm({ coins }: { coins: Coins }) {
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(newWalletInput, () => firstChoice(coins));
  const create = useMutation({
    mutationFn: (checked: Form) => rpc.wallets.create.mutate(checked),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      toast.success("The static wallet is ready.");
      router.push(routes.wallet(id));
    },
    onError: showFailure,
  });
  useUnsaved(form, { isDone: create.isSuccess });
  const isStopped = useStopped("payments");
  if (coins.length === 0) return <Notice tone="waiting">No coin can be offered right now: no network is ready.</Notice>;
  return (
    <form onSubmit={submitTo((checked) => create.mutate(checked))} noValidate className="flex flex-col gap-5">
      {create.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{create.error.message}</Notice>}
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields form={form} wrong={wrong} change={change} fields={fieldsOf(coins, form)} />
        </div>
      </Card>
      <RestrictionNote of="payments" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess} disabled={isStopped}>
          Create static wallet
        </Button>
      </div>
    </form>
  );
}

function firstChoice(coins: Coins): Form {
  const [coin] = coins;
  return { coin: coin?.code ?? "", network: coin?.networks[0]?.code ?? "", orderId: "", urlCallback: "" };
}

function fieldsOf(coins: Coins, form: Form): readonly FormField<Form>[] {
  const networksOf = (code: string) => coins.find((coin) => coin.code === code)?.networks ?? [];
  return [
    {
      name: "coin",
      kind: "choice",
      label: "Coin",
      choices: coins.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
      alsoChange: (coin) => ({ network: networksOf(coin)[0]?.code ?? "" }),
    },
    {
      name: "network",
      kind: "choice",
      label: "Network",
      choices: networksOf(form.coin).map(({ code, name }) => ({ value: code, label: name })),
    },
    { ...ORDER_ID, isOptional: false, hint: "Your own reference, for example the customer number." },
    { ...WEBHOOK, hint: "Receives a signed event for every top-up. It can't be changed later." },
  ];
}
