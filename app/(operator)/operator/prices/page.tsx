import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PriceSources } from "@/components/operator/price-sources";
import { PageHeader } from "@/components/ui/page-header";
import { listPriceSources } from "@/lib/fronts/admin/prices-queries";
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
        description="What each source said last, in US dollars. A price that is too old, or that jumped, is not quoted."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <PriceSources />
      </HydrationBoundary>
    </>
  );
}
