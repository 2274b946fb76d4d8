"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { usePayments, useVolume } from "@/components/fronts/analytics/analytics-filter";
import { ChartSkeleton, MetricCardsSkeleton } from "@/components/fronts/analytics/figures-skeleton";
import { FunnelCard } from "@/components/fronts/analytics/funnel-card";
import { MetricCards } from "@/components/fronts/analytics/metric-cards";
import { ShortRangeTabs } from "@/components/fronts/analytics/range-bar";
import { StaleOverlay } from "@/components/fronts/analytics/stale-overlay";
import { type Figures, useFigures } from "@/components/fronts/analytics/use-figures";
import { VolumeCard } from "@/components/fronts/analytics/volume-card";
import { BalancesCard } from "@/components/fronts/overview/balances-card";
import { FirstStepsCard } from "@/components/fronts/overview/first-steps-card";
import { MerchantAttentionCard } from "@/components/fronts/overview/merchant-attention-card";
import { OverviewSkeleton } from "@/components/fronts/overview/overview-skeleton";
import { InvoiceTable } from "@/components/money-in/invoices/invoice-table";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { isOfflineWithoutData, OfflineState } from "@/components/ui/offline-state";
import { Loaded } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import type { OverviewView } from "@/lib/fronts/dashboard/overview-schema";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceRowView } from "@/lib/money-in/invoices/dashboard-schema";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** Short, because people watch the newest payments. */
const REFRESH_MS = 8_000;

export type OverviewProps = {
  /** The time zone the server rendered with; null if unknown. */
  readonly zone: string | null;
  readonly role: MemberRole;
};

/** The shop's metrics, its balances, and what needs attention. */
export function Overview({ zone, role }: OverviewProps) {
  const figures = useFigures(zone);
  const query = useQuery(rpc.overview.read.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The overview could not be loaded" skeleton={<OverviewSkeleton />}>
      {(overview) => (
        <div className="flex flex-col gap-5">
          {overview.firstSteps && <FirstStepsCard steps={overview.firstSteps} role={role} />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <ShortRangeTabs figures={figures} />
            <TextLink href={routes.analytics({ range: figures.filter.range })}>View analytics</TextLink>
          </div>
          <FiguresOf figures={figures} overview={overview} />
          <NewestCard rows={overview.newest} role={role} />
        </div>
      )}
    </Loaded>
  );
}

/** If these fail to load, the rest of the page stays. */
function FiguresOf({ figures, overview }: { figures: Figures; overview: OverviewView }) {
  const [volume, payments] = [useVolume(figures.asked), usePayments(figures.asked)];
  const failure = "Analytics could not be loaded";
  if (isOfflineWithoutData(volume) || isOfflineWithoutData(payments)) return <OfflineState />;
  return (
    <StaleOverlay isBehind={volume.isPlaceholderData || payments.isPlaceholderData}>
      <div className="flex flex-col gap-5">
        {volume.data && payments.data ? (
          <MetricCards volume={volume.data} payments={payments.data} />
        ) : (
          volume.error === null && payments.error === null && <MetricCardsSkeleton />
        )}
        <Columns>
          <Loaded query={volume} failure={failure} skeleton={<ChartSkeleton />}>
            {(sums) => <VolumeCard volume={sums} />}
          </Loaded>
          <MerchantAttentionCard attention={overview.attention} />
        </Columns>
        <Columns>
          <Loaded query={payments} failure={failure} skeleton={<ChartSkeleton />}>
            {(counts) => <FunnelCard payments={counts} />}
          </Loaded>
          <BalancesCard wallets={overview.wallets} />
        </Columns>
      </div>
    </StaleOverlay>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">{children}</div>;
}

function NewestCard({ rows, role }: { rows: readonly InvoiceRowView[]; role: MemberRole }) {
  return (
    <Card title="Newest invoices" isPadded={false} action={<TextLink href={routes.invoices()}>All invoices</TextLink>}>
      {rows.length > 0 ? (
        <InvoiceTable rows={rows} />
      ) : (
        <EmptyState
          icon={FileText}
          title="No invoices yet"
          action={
            isAllowed(role, "invoice.create") && <ButtonLink href={routes.newInvoice()}>Create an invoice</ButtonLink>
          }
        >
          An invoice requests one payment from one payer. Create your first one and open its payment page.
        </EmptyState>
      )}
    </Card>
  );
}
