import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SendList } from "@/components/operator/sends/send-list";
import { StopsCard } from "@/components/operator/sends/stops-card";
import { PageHeader } from "@/components/ui/page-header";
import { listSends } from "@/lib/fronts/admin/sends";
import { sendListQuery } from "@/lib/fronts/admin/sends-schema";
import { readStops } from "@/lib/fronts/admin/stops-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export const metadata: Metadata = { title: "Sends" };

type SendsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SendsPage({ searchParams }: SendsPageProps) {
  await requireOperator();
  const queries = createQueryClient();
  const parsed = sendListQuery.omit({ cursor: true }).safeParse(await searchParams);
  const [catalog] = await Promise.all([
    loadCatalog(),
    queries.prefetchQuery({ ...rpc.operator.stops.list.queryOptions(), queryFn: () => readStops() }),
    parsed.success &&
      queries.prefetchInfiniteQuery({
        ...rpc.operator.sends.list.infiniteQueryOptions(parsed.data),
        queryFn: () => listSends(parsed.data),
      }),
  ]);
  const networks = catalog
    .networks()
    .filter(({ node }) => node !== "missing")
    .map(({ code, name }) => ({ code, name }));
  return (
    <>
      <PageHeader
        title="Sends"
        description="Every payout, refund, withdrawal and sweep, with all versions of its transaction."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-8">
          <StopsCard />
          <section aria-label="Sends">
            <SendList networks={networks} />
          </section>
        </div>
      </HydrationBoundary>
    </>
  );
}
