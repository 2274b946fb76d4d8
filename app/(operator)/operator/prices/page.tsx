import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PriceSources } from "@/components/operator/price-sources";
import { PageHeader } from "@/components/ui/page-header";
import { listPriceSources } from "@/lib/fronts/admin/prices-queries";
import { pricesQuery } from "@/lib/fronts/client/operator-networks";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Prices" };

export default async function PricesPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...pricesQuery(), queryFn: () => listPriceSources() });
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
