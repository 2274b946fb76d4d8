"use client";

import { useQuery } from "@tanstack/react-query";
import { DeliveryList } from "@/components/delivery/webhooks/delivery-list";
import { BlockButton } from "@/components/money-in/wallets/block-button";
import { HeldCard } from "@/components/money-in/wallets/held-card";
import { TopUpsCard } from "@/components/money-in/wallets/top-ups-card";
import { WalletAmounts, WalletFacts } from "@/components/money-in/wallets/wallet-facts";
import { WalletStatusBadge } from "@/components/money-in/wallets/wallet-status-badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { WalletDetailView } from "@/lib/money-in/static-wallets/dashboard-schema";

const REFRESH_MS = 5_000;

export type WalletDetailProps = {
  readonly id: string;
  readonly mayChange: boolean;
  readonly mayResend: boolean;
  readonly mayPayOut: boolean;
};

/** One static wallet, live. */
export function WalletDetail({ id, mayChange, mayResend, mayPayOut }: WalletDetailProps) {
  const query = useQuery(rpc.wallets.detail.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The static wallet could not be loaded">
      {(wallet) => (
        <>
          <Heading wallet={wallet} mayChange={mayChange} />
          <StatusNotice wallet={wallet} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <WalletAmounts wallet={wallet} />
              {wallet.status === "blocked" && (
                <HeldCard
                  walletId={id}
                  isForceRefund={wallet.isForceRefund}
                  areSendersAccounts={wallet.areSendersAccounts}
                  mayPayOut={mayPayOut}
                />
              )}
              <TopUpsCard wallet={wallet} />
              <Card title="Webhooks" isPadded={false}>
                <DeliveryList filter={{ objectId: id }} mayResend={mayResend} isEmbedded />
              </Card>
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <WalletFacts wallet={wallet} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Heading({ wallet, mayChange }: { wallet: WalletDetailView; mayChange: boolean }) {
  return (
    <PageHeader
      back={{ href: routes.wallets(), label: "Static wallets" }}
      title={wallet.orderId}
      badge={<WalletStatusBadge status={wallet.status} />}
      actions={
        <>
          <Button asChild size="small" variant="primary">
            <a href={routes.walletPage(wallet.id)} target="_blank" rel="noreferrer">
              Open payer page
            </a>
          </Button>
          <CopyButton text={wallet.pageUrl} what="page link" label="Copy page link" />
          {mayChange && wallet.status !== "blocked" && <BlockButton wallet={wallet} />}
        </>
      }
    />
  );
}

function StatusNotice({ wallet }: { wallet: WalletDetailView }) {
  if (wallet.status === "active") return null;
  return (
    <div className="mb-5">
      {wallet.status === "blocked" ? (
        <Notice tone="wrong" title="Permanently blocked">
          Payments to its address are held and not credited.
        </Notice>
      ) : (
        <Notice tone="waiting" title={`${wallet.currency} on ${wallet.networkName} is turned off`}>
          Its page no longer requests payments. Payments that still arrive are credited.
        </Notice>
      )}
    </div>
  );
}
