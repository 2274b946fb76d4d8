"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RefundItem } from "@/components/exceptions/refunds/refund-item";
import { RefundPaymentDialog } from "@/components/exceptions/refunds/refund-payment-dialog";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Money } from "@/components/ui/money";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

export type InvoiceRefundsCardProps = { readonly invoiceId: string; readonly mayPayOut: boolean };

/** The refunds of a payment, and a button for another one. Renders nothing if there is neither. */
export function InvoiceRefundsCard({ invoiceId, mayPayOut }: InvoiceRefundsCardProps) {
  const { data: terms } = useQuery(
    rpc.refunds.invoice.list.queryOptions({ id: invoiceId }, { refetchInterval: REFRESH_MS }),
  );
  const [isAsking, setAsking] = useState(false);
  const isStopped = useStopped("outflows");
  if (terms === undefined) return null;
  const mayRefund = mayPayOut && terms.isRefundable;
  if (terms.refunds.length === 0 && !mayRefund) return null;
  return (
    <Card
      title="Refunds"
      action={
        mayRefund && (
          <Button size="small" disabled={isStopped} onClick={() => setAsking(true)}>
            Refund…
          </Button>
        )
      }
    >
      {terms.refunds.length > 0 ? (
        <ul aria-label="Refunds" className="divide-y divide-line">
          {terms.refunds.map((refund) => (
            <RefundItem key={refund.id} refund={refund} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">
          No refunds. Refundable: <Money amount={terms.remaining} currency={terms.currency} />
        </p>
      )}
      {mayRefund && <RestrictionNote of="outflows" />}
      {isAsking && <RefundPaymentDialog invoiceId={invoiceId} terms={terms} onClose={() => setAsking(false)} />}
    </Card>
  );
}
