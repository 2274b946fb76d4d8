"use client";

import { useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import { useState } from "react";
import { FundButton } from "@/components/operator/treasury/fund-button";
import { ColdAddressDialog, SweepPolicyDialog } from "@/components/operator/treasury/hot-coin-dialogs";
import { HotCoinTable } from "@/components/operator/treasury/hot-coin-table";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Loaded } from "@/components/ui/query-states";
import { useCommand } from "@/components/ui/use-command";
import type { HotCoinView, HotWalletView } from "@/lib/fronts/admin/hot-wallets-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { groupDigits } from "@/lib/kernel/money/format";

const REFRESH_MS = 5_000;

type Editing = { readonly what: "policy" | "cold"; readonly wallet: HotWalletView; readonly coin: HotCoinView };

/** Below this many sweeps a warning is shown: funding needs a person. */
const FEW_SWEEPS = 50;
const FEW_DAYS = 14;
const MANY_DAYS = 366;

/** The hot wallet of every network, with its coins. */
export function HotWallets() {
  const query = useQuery(rpc.operator.hotWallets.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  const [editing, setEditing] = useState<Editing | null>(null);
  const sweep = useCommand(rpc.operator.sweeps.start.mutate, { done: "Sweeps queued." });
  const close = () => setEditing(null);
  return (
    <Loaded query={query} failure="The hot wallets could not be loaded">
      {(wallets) => (
        <div className="flex flex-col gap-5">
          {wallets.length === 0 && <NoWallets />}
          {sweep.error !== null && (
            <Notice tone="wrong" title="Sweeps could not be queued">
              {sweep.error.message}
            </Notice>
          )}
          {wallets.map((wallet) => (
            <HotWalletCard
              key={wallet.networkCode}
              wallet={wallet}
              wallets={wallets}
              onEdit={(what, coin) => setEditing({ what, wallet, coin })}
              onSweep={(coin) => sweep.mutate({ networkCode: wallet.networkCode, currencyCode: coin.currency })}
            />
          ))}
          {editing?.what === "policy" && editing.coin.policy !== null && (
            <SweepPolicyDialog {...editing} policy={editing.coin.policy} onClose={close} />
          )}
          {editing?.what === "cold" && <ColdAddressDialog {...editing} onClose={close} />}
        </div>
      )}
    </Loaded>
  );
}

type HotWalletCardProps = {
  readonly wallet: HotWalletView;
  readonly wallets: readonly HotWalletView[];
  readonly onEdit: (what: Editing["what"], coin: HotCoinView) => void;
  readonly onSweep: (coin: HotCoinView) => void;
};

function HotWalletCard(card: HotWalletCardProps) {
  const { wallet } = card;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {wallet.networkName}
          <GasForecast wallet={wallet} />
        </span>
      }
      description={<Address value={wallet.address} what="address" explorerUrl={wallet.addressUrl} />}
      action={<FundButton networkName={wallet.networkName} address={wallet.address} />}
      isPadded={false}
    >
      <HotCoinTable {...card} />
    </Card>
  );
}

function GasForecast({ wallet: { sweepsLeft, gasDaysLeft, nativeCurrency } }: { wallet: HotWalletView }) {
  return (
    <>
      {sweepsLeft !== null && (
        <Badge tone={sweepsLeft < FEW_SWEEPS ? "waiting" : "neutral"}>
          {nativeCurrency} for {groupDigits(sweepsLeft.toString())} more {sweepsLeft === 1 ? "sweep" : "sweeps"}
        </Badge>
      )}
      {gasDaysLeft !== null && (
        <Badge tone={gasDaysLeft < FEW_DAYS ? "waiting" : "neutral"}>
          Fees for{" "}
          {gasDaysLeft >= MANY_DAYS ? "more than a year" : `${gasDaysLeft} ${gasDaysLeft === 1 ? "day" : "days"}`}
        </Badge>
      )}
    </>
  );
}

function NoWallets() {
  return (
    <Card isPadded={false}>
      <EmptyState icon={Wallet} title="No hot wallets yet">
        The worker creates their addresses at its first start: npm run worker.
      </EmptyState>
    </Card>
  );
}
