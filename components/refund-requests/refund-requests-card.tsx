"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DecideRequestDialog } from "@/components/refund-requests/decide-request-dialog";
import { RefundRequestItem } from "@/components/refund-requests/refund-request-item";
import { Card } from "@/components/ui/card";
import { refundRequestQueries } from "@/lib/client/refund-requests";
import type { RefundRequestRow } from "@/lib/refund-requests/schema";

export type RefundRequestsCardProps = {
  /** Of this invoice alone; null: whatever waits for a decision. */
  readonly invoiceId: string | null;
  readonly mayPayOut: boolean;
};

type Deciding = { readonly row: RefundRequestRow; readonly decision: "approve" | "refuse" };

/** What payers ask to have back. Nothing while nobody does. */
export function RefundRequestsCard({ invoiceId, mayPayOut }: RefundRequestsCardProps) {
  const { data } = useQuery(refundRequestQueries.list(invoiceId));
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title="Refunds that payers ask for">
      <ul aria-label="Refund requests" className="divide-y divide-line">
        {data.items.map((row) => (
          <RefundRequestItem
            key={row.id}
            row={row}
            isOfInvoice={invoiceId !== null}
            {...(mayPayOut && { onDecide: (decision: Deciding["decision"]) => setDeciding({ row, decision }) })}
          />
        ))}
      </ul>
      {deciding && <DecideRequestDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Card>
  );
}
