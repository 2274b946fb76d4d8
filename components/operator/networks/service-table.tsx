"use client";

import { useState } from "react";
import { ServiceDialog } from "@/components/operator/networks/network-dialogs";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import type { Column } from "@/components/ui/table-column";
import type { NetworkDetailView, ServiceRowView } from "@/lib/fronts/admin/networks-schema";
import { limitText } from "@/lib/kernel/money/format";

/** The coins of a network with their terms for payments and payouts. */
export function ServiceTable({ network }: { network: NetworkDetailView }) {
  const [editing, setEditing] = useState<ServiceRowView | null>(null);
  return (
    <Card
      title="Coins"
      description="Gateway fees; a payout's network fee is added. Merchants can have their own commission."
      isPadded={false}
    >
      <DataTable
        label="Coins"
        columns={columnsOf(network.name, setEditing)}
        rows={network.services}
        keyOf={(row) => row.currency}
      />
      {editing && <ServiceDialog network={network} service={editing} onClose={() => setEditing(null)} />}
    </Card>
  );
}

type Terms = ServiceRowView["terms"];

function columnsOf(networkName: string, onEdit: (row: ServiceRowView) => void): readonly Column<ServiceRowView>[] {
  return [
    {
      id: "currency",
      header: "Coin",
      sortBy: { kind: "text", read: (row) => row.currency },
      phone: "title",
      cell: (row) => (
        <span className="flex min-w-0 flex-col">
          <span className="font-medium">{row.currency}</span>
          {row.unavailable !== null && (
            <span className="max-w-64 break-words text-label text-ink-quiet">{row.unavailable}</span>
          )}
        </span>
      ),
    },
    {
      id: "payments",
      header: "Payments",
      cell: ({ terms, currency, unavailable }) => (
        <TermsCell
          state={offerOf(terms.isPaymentEnabled, unavailable)}
          min={terms.paymentMin}
          max={terms.paymentMax}
          currency={currency}
        />
      ),
    },
    {
      id: "commission",
      header: "Commission",
      sortBy: { kind: "amount", read: (row) => row.terms.paymentFeePercent },
      align: "end",
      cell: ({ terms, currency }) => feeText(terms.paymentFeePercent, terms.paymentFeeFixed, currency),
    },
    {
      id: "payouts",
      header: "Payouts",
      cell: ({ terms, currency, unavailable }) => (
        <TermsCell
          state={offerOf(terms.isPayoutEnabled, unavailable)}
          min={terms.payoutMin}
          max={terms.payoutMax}
          currency={currency}
        />
      ),
    },
    {
      id: "fee",
      header: "Payout fee",
      sortBy: { kind: "amount", read: (row) => row.terms.payoutFeePercent },
      align: "end",
      cell: ({ terms, currency }) => feeText(terms.payoutFeePercent, terms.payoutFeeFixed, currency),
    },
    {
      id: "acts",
      header: "Actions",
      align: "end",
      cell: (row) => (
        <Button size="small" onClick={() => onEdit(row)} aria-label={`Change ${row.currency} on ${networkName}`}>
          Change…
        </Button>
      ),
    },
  ];
}

const OFFERS = {
  on: { label: "On", tone: "good" },
  unavailable: { label: "Unavailable", tone: "waiting" },
  off: { label: "Off", tone: "neutral" },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly tone: Tone }>>;

/**
 * Enabled does not mean offered: a network that is not ready, or a coin without a price, is
 * unavailable.
 */
export function offerOf(isOn: boolean, unavailable: string | null): keyof typeof OFFERS {
  if (!isOn) return "off";
  return unavailable === null ? "on" : "unavailable";
}

type TermsCellProps = {
  readonly state: keyof typeof OFFERS;
  readonly min: Terms["paymentMin"];
  readonly max: string;
  readonly currency: string;
};

function TermsCell({ state, min, max, currency }: TermsCellProps) {
  return (
    <span className="flex flex-col items-end gap-0.5 md:items-start">
      <Badge tone={OFFERS[state].tone}>{OFFERS[state].label}</Badge>
      <span className="text-right text-label tabular-nums text-ink-quiet md:text-left">
        {limitText(min, "")} to {limitText(max, currency)}
      </span>
    </span>
  );
}

function feeText(percent: string, fixed: string, currency: string) {
  const isFixed = /[1-9]/.test(fixed);
  return (
    <span className="tabular-nums">
      {percent}%{isFixed && <span className="text-small text-ink-soft"> + {limitText(fixed, currency)}</span>}
    </span>
  );
}
