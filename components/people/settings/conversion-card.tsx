"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { rpc } from "@/lib/fronts/client/rpc";
import { useRefresh } from "@/lib/fronts/client/use-refresh";
import type { AutoConvertInput, AutoConvertView } from "@/lib/money-in/conversions/auto-convert";

export type ConversionCardProps = { readonly settings: AutoConvertView; readonly mayChange: boolean };

/** Coins that are converted when credited. Each checkbox is saved separately. */
export function ConversionCard({ settings, mayChange }: ConversionCardProps) {
  const { toCurrency, spreadPercent, coins } = settings;
  return (
    <Card
      title="Conversion"
      description={`${mayChange ? "" : "Only an owner can change these. "}Payments in the selected coins are credited as ${toCurrency}, at the current rate less ${spreadPercent}%. If a payment can't be converted immediately, the coin itself is credited. Changes are saved immediately.`}
    >
      <fieldset disabled={!mayChange} className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">Coins to convert</legend>
        {coins.map((coin) => (
          <CoinBox key={coin.currency} coin={coin} mayChange={mayChange} />
        ))}
      </fieldset>
    </Card>
  );
}

type CoinBoxProps = { readonly coin: AutoConvertView["coins"][number]; readonly mayChange: boolean };

function CoinBox({ coin, mayChange }: CoinBoxProps) {
  const refresh = useRefresh();
  const [isOn, setOn] = useState(coin.isOn);
  const save = useMutation({
    mutationFn: (sent: AutoConvertInput) => rpc.merchant.setAutoConvert.mutate(sent),
    onSuccess: () => {
      toast.success("Saved.");
      refresh();
    },
    onError: (error) => {
      setOn(coin.isOn);
      toast.error(error.message);
    },
  });
  const change = (next: boolean) => {
    setOn(next);
    save.mutate({ currency: coin.currency, isOn: next });
  };
  return (
    <Checkbox
      label={coin.name === coin.currency ? coin.currency : `${coin.name} (${coin.currency})`}
      isChecked={isOn}
      isDisabled={!mayChange || save.isPending}
      onChange={change}
    />
  );
}
