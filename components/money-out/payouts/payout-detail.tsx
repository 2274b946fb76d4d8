"use client";

import { useQuery } from "@tanstack/react-query";
import { DeliveryList } from "@/components/delivery/webhooks/delivery-list";
import { CancelPayoutButton } from "@/components/money-out/payouts/cancel-payout-button";
import { PayoutAmountsCard } from "@/components/money-out/payouts/payout-amounts-card";
import { PayoutFactsCard } from "@/components/money-out/payouts/payout-facts-card";
import { PayoutNotice } from "@/components/money-out/payouts/payout-notice";
import { outflowEventLabel } from "@/components/money-out/reviews/outflow-labels";
import { PayoutStatusBadge } from "@/components/money-out/reviews/payout-status-badge";
import { ReviewCard } from "@/components/money-out/reviews/review-card";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/query-states";
import { Timeline } from "@/components/ui/timeline";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { PayoutDetailView } from "@/lib/money-out/payouts/dashboard-schema";

/** Until it is final a payout changes without user action. */
const OPEN_REFRESH_MS = 2_500;
const FINAL_REFRESH_MS = 30_000;

export type PayoutDetailProps = { readonly id: string; readonly mayPayOut: boolean; readonly mayResend: boolean };

/** One payout, refreshed often until it is final. */
export function PayoutDetail({ id, mayPayOut, mayResend }: PayoutDetailProps) {
  const query = useQuery(
    rpc.payouts.detail.queryOptions(
      { id },
      { refetchInterval: ({ state: { data } }) => (data?.isFinal ? FINAL_REFRESH_MS : OPEN_REFRESH_MS) },
    ),
  );
  return (
    <Loaded query={query} failure="The payout could not be loaded">
      {(payout) => (
        <>
          <Heading payout={payout} mayPayOut={mayPayOut} />
          <PayoutNotice payout={payout} />
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-5">
              <ReviewCard reviews={payout.reviews} kind="payout" isOver={payout.isFinal} outflow={payout} />
              <PayoutAmountsCard payout={payout} />
              <Card title="Webhooks" isPadded={false}>
                <DeliveryList filter={{ objectId: id }} mayResend={mayResend} isEmbedded />
              </Card>
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <Card title="Timeline">
                <Timeline
                  entries={payout.events.map((event) => ({
                    id: event.id,
                    at: event.at,
                    ...outflowEventLabel(event),
                  }))}
                />
              </Card>
              <PayoutFactsCard payout={payout} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Heading({ payout, mayPayOut }: { payout: PayoutDetailView; mayPayOut: boolean }) {
  return (
    <PageHeader
      back={{ href: routes.payouts(), label: "Payouts" }}
      title={payout.orderId}
      badge={<PayoutStatusBadge status={payout.status} />}
      actions={mayPayOut && payout.isCancellable && <CancelPayoutButton payout={payout} />}
    />
  );
}
