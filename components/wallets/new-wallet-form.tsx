"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { routes } from "@/lib/client/routes";
import { createWallet, walletQueries } from "@/lib/client/wallets";
import type { InvoiceOptions } from "@/lib/invoices/new-invoice-schema";
import { type NewWalletForm as Form, newWalletInput } from "@/lib/wallets/new-wallet-schema";

type Coins = InvoiceOptions["coins"];
type Part = FormPart<Form>;

/** One coin on one network, bound to a name of the merchant's own. */
export function NewWalletForm({ coins }: { coins: Coins }) {
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(newWalletInput, () => firstChoice(coins));
  const create = useMutation({
    mutationFn: createWallet,
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: walletQueries.all });
      toast.success("The static wallet is ready.");
      router.push(routes.wallet(id));
    },
    onError: showFailure,
  });
  if (coins.length === 0) return <Notice tone="waiting">No coin can be offered right now: no network is ready.</Notice>;
  const part = { form, wrong, change };
  return (
    <form onSubmit={submitTo((checked) => create.mutate(checked))} noValidate className="flex flex-col gap-5">
      {create.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{create.error.message}</Notice>}
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <CoinFields {...part} coins={coins} />
          <NameFields {...part} />
        </div>
      </Card>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess}>
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

function CoinFields({ form, wrong, change, coins }: Part & { coins: Coins }) {
  const networksOf = (code: string) => coins.find((coin) => coin.code === code)?.networks ?? [];
  const choose = (coin: string) => change({ coin, network: networksOf(coin)[0]?.code ?? "" });
  return (
    <>
      <Field label="Coin" error={wrong["coin"]}>
        {(control) => (
          <Select {...control} value={form.coin} onChange={(event) => choose(event.target.value)}>
            {coins.map(({ code, name }) => (
              <option key={code} value={code}>
                {code} · {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Network" error={wrong["network"]}>
        {(control) => (
          <Select {...control} value={form.network} onChange={(event) => change({ network: event.target.value })}>
            {networksOf(form.coin).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

function NameFields({ form, wrong, change }: Part) {
  return (
    <>
      <Field label="Order id" hint="Your own name for it, for example the customer's number." error={wrong["orderId"]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={form.orderId}
            onChange={(event) => change({ orderId: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Webhook address"
        isOptional
        hint="Told of every top-up, signed. It cannot be changed later."
        error={wrong["urlCallback"]}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={form.urlCallback}
            onChange={(event) => change({ urlCallback: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
