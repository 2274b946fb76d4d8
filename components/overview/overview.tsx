"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { InvoiceTable } from "@/components/invoices/invoice-table";
import { BalancesCard } from "@/components/overview/balances-card";
import { HandsCard } from "@/components/overview/hands-card";
import { VolumeCards } from "@/components/overview/volume-cards";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Loaded } from "@/components/ui/query-states";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { overviewQuery } from "@/lib/client/overview";
import { routes } from "@/lib/client/routes";
import type { InvoiceRowView } from "@/lib/invoices/dashboard-schema";

export function Overview() {
  const query = useQuery(overviewQuery());
  return (
    <Loaded query={query} failure="The overview could not be loaded" skeleton={<OverviewSkeleton />}>
      {(overview) => (
        <div className="flex flex-col gap-5">
          <VolumeCards volumes={overview.volumes} />
          <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <BalancesCard wallets={overview.wallets} />
            <HandsCard overview={overview} />
          </div>
          <NewestCard rows={overview.newest} />
        </div>
      )}
    </Loaded>
  );
}

function NewestCard({ rows }: { rows: readonly InvoiceRowView[] }) {
  return (
    <Card title="Newest invoices" isPadded={false} action={<TextLink href={routes.invoices()}>All invoices</TextLink>}>
      {rows.length > 0 ? (
        <InvoiceTable rows={rows} />
      ) : (
        <EmptyState
          icon={FileText}
          title="Nothing was asked for yet"
          action={<ButtonLink href={routes.newInvoice()}>Create an invoice</ButtonLink>}
        >
          An invoice asks one payer for one amount. Create the first and open its payment page.
        </EmptyState>
      )}
    </Card>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <div className="grid gap-3 sm:grid-cols-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-56" />
      <Skeleton className="h-80" />
    </div>
  );
}
