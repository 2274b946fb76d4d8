"use client";

import { CreateForm, useCreateForm } from "@/components/people/restrictions/create-form";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { ORDER_ID, WEBHOOK } from "@/components/ui/order-fields";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";
import { type NewWalletForm as Form, newWalletInput } from "@/lib/money-in/static-wallets/dashboard-schema";

type Coins = InvoiceOptions["coins"];

/** Creates a wallet: one coin on one network, bound to an order id of the merchant. */
export function NewWalletForm({ coins }: { coins: Coins }) {
  const create = useCreateForm<Form>(newWalletInput, () => firstChoice(coins), {
    send: (checked) => rpc.wallets.create.mutate(checked),
    done: "The static wallet is ready.",
    pathOf: routes.wallet,
  });
  if (coins.length === 0) return <Notice tone="waiting">No coin can be offered right now: no network is ready.</Notice>;
  return (
    <CreateForm command={create} label="Create static wallet">
      <Card isGrid>
        <FormFields {...create} fields={fieldsOf(coins, create.form)} />
      </Card>
    </CreateForm>
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
