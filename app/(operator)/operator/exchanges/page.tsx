import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ExchangeTerms } from "@/components/operator/networks/exchange-terms";
import { PageHeader } from "@/components/ui/page-header";
import { listExchangeTerms } from "@/lib/fronts/admin/market-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Exchanges" };

export default async function ExchangesPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...rpc.operator.exchanges.list.queryOptions(), queryFn: () => listExchangeTerms() });
  return (
    <>
      <PageHeader
        title="Exchanges"
        description="Typical withdrawal fees and minimums of exchanges. Payers who pay from an exchange are told what to enter so that the exact amount arrives."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <ExchangeTerms />
      </HydrationBoundary>
    </>
  );
}
