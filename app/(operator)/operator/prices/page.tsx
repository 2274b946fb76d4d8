import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PriceSources } from "@/components/operator/networks/price-sources";
import { PageHeader } from "@/components/ui/page-header";
import { listPriceSources } from "@/lib/fronts/admin/market-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Prices" };

export default async function PricesPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...rpc.operator.prices.list.queryOptions(), queryFn: () => listPriceSources() });
  return (
    <>
      <PageHeader
        title="Prices"
        description="The latest price from each source in US dollars. Prices that are too old or that jumped are not quoted."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <PriceSources />
      </HydrationBoundary>
    </>
  );
}
