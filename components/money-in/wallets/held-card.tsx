"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Lock, type LucideIcon, MapPinOff, RotateCcw } from "lucide-react";
import { useState } from "react";
import { RefundHeldDialog } from "@/components/exceptions/refunds/refund-held-dialog";
import { RefundItem } from "@/components/exceptions/refunds/refund-item";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Address } from "@/components/ui/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { HeldDepositView, WalletRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

export type HeldCardProps = {
  readonly walletId: string;
  readonly isForceRefund: boolean;
  readonly areSendersAccounts: boolean;
  readonly mayPayOut: boolean;
};

/** Deposits received after a wallet was blocked, their status, and their refunds. */
export function HeldCard({ walletId, isForceRefund, areSendersAccounts, mayPayOut }: HeldCardProps) {
  const { data } = useQuery(rpc.refunds.wallet.list.queryOptions({ id: walletId }, { refetchInterval: REFRESH_MS }));
  const [isAsking, setAsking] = useState(false);
  const isStopped = useStopped("outflows");
  if (data === undefined) return null;
  return (
    <>
      <Card
        title="Held since blocking"
        description={describe({ isForceRefund, areSendersAccounts })}
        action={
          mayPayOut &&
          data.refundable !== null && (
            <Button size="small" disabled={isStopped} onClick={() => setAsking(true)}>
              Refund…
            </Button>
          )
        }
      >
        {mayPayOut && data.refundable !== null && <RestrictionNote of="outflows" />}
        {data.held.length === 0 ? (
          <p className="text-ink-soft">Nothing has arrived since it was blocked.</p>
        ) : (
          <ul aria-label="Held payments" className="divide-y divide-line">
            {data.held.map((deposit) => (
              <HeldItem key={deposit.id} deposit={deposit} currency={data.currency} />
            ))}
          </ul>
        )}
      </Card>
      <RefundsCard refunds={data.refunds} />
      {isAsking && <RefundHeldDialog walletId={walletId} terms={data} onClose={() => setAsking(false)} />}
    </>
  );
}

function RefundsCard({ refunds }: Pick<WalletRefundsView, "refunds">) {
  if (refunds.length === 0) return null;
  return (
    <Card title="Refunds">
      <ul aria-label="Refunds" className="divide-y divide-line">
        {refunds.map((refund) => (
          <RefundItem key={refund.id} refund={refund} />
        ))}
      </ul>
    </Card>
  );
}

function describe({ isForceRefund, areSendersAccounts }: Pick<HeldCardProps, "isForceRefund" | "areSendersAccounts">) {
  if (!isForceRefund) return "You refund all held payments at once.";
  return areSendersAccounts
    ? "Each payment is refunded to the account it came from, where that is certain."
    : "Each payment needs an address that you enter.";
}

const BADGES: Readonly<Record<HeldDepositView["state"], { label: string; tone: Tone; icon: LucideIcon }>> = {
  held: { label: "Held", tone: "waiting", icon: Lock },
  leaving: { label: "Refunding", tone: "moving", icon: RotateCcw },
  refunded: { label: "Refunded", tone: "good", icon: CircleCheck },
};

function HeldItem({ deposit, currency }: { deposit: HeldDepositView; currency: string }) {
  const badge = deposit.addressRequiredReason
    ? { label: "Needs an address", tone: "waiting" as const, icon: MapPinOff }
    : BADGES[deposit.state];
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Money amount={deposit.amount} currency={currency} />
        <Badge tone={badge.tone} icon={badge.icon}>
          {badge.label}
        </Badge>
      </div>
      <Address value={deposit.transactionId} what="transaction" explorerUrl={deposit.transactionUrl} isShort />
      {deposit.addressRequiredReason && (
        <p className="break-words text-small text-ink-soft">
          Not refunded automatically: {deposit.addressRequiredReason}. Ask the payer for an address and refund it there.
        </p>
      )}
      <p className="text-label text-ink-quiet">
        held <Moment at={deposit.heldAt} />
        {deposit.fromAddress && (
          <>
            {" "}
            from {deposit.fromAddress.slice(0, 8)}…{deposit.fromAddress.slice(-6)}
          </>
        )}
      </p>
    </li>
  );
}
