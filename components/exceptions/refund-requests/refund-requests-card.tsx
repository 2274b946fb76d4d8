"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DecideRequestDialog } from "@/components/exceptions/refund-requests/decide-request-dialog";
import { RefundRequestItem } from "@/components/exceptions/refund-requests/refund-request-item";
import { RestrictionNote } from "@/components/people/restrictions/restriction-note";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { FocusKeeper } from "@/components/ui/focus-keeper";
import type { RefundRequestRow } from "@/lib/exceptions/refund-requests/schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 10_000;

export type RefundRequestsCardProps = {
  readonly invoiceId: string;
  readonly mayPayOut: boolean;
};

type Deciding = { readonly row: RefundRequestRow; readonly decision: "approve" | "refuse" };

const NOTHING: readonly RefundRequestRow[] = [];
const TITLE = "Refund requests";

/**
 * The refund requests of an invoice. Renders nothing if there are none; shows an error if they
 * cannot be loaded.
 */
export function RefundRequestsCard({ invoiceId, mayPayOut }: RefundRequestsCardProps) {
  const { data, error, refetch, isFetching } = useQuery(
    rpc.refundRequests.ofInvoice.queryOptions({ id: invoiceId }, { refetchInterval: REFRESH_MS }),
  );
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (data === undefined && error !== null) {
    return (
      <Card title={TITLE}>
        <ErrorState
          title="Refund requests could not be loaded"
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  const rows = data?.items ?? NOTHING;
  return (
    <>
      {/* Outside of the card, which goes with its last row. */}
      <FocusKeeper rows={rows} isDeciding={deciding !== null}>
        {rows.length > 0 && (
          <Card title={TITLE}>
            {mayPayOut && <RestrictionNote of="outflows" />}
            <ul aria-label="Refund requests" className="divide-y divide-line">
              {rows.map((row) => (
                <RefundRequestItem
                  key={row.id}
                  row={row}
                  place="invoice"
                  {...(mayPayOut && { onDecide: (decision: Deciding["decision"]) => setDeciding({ row, decision }) })}
                />
              ))}
            </ul>
          </Card>
        )}
      </FocusKeeper>
      {deciding && <DecideRequestDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}
