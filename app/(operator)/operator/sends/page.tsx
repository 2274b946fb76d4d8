import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SendList } from "@/components/operator/send-list";
import { StopsCard } from "@/components/operator/stops-card";
import { PageHeader } from "@/components/ui/page-header";
import { loadCatalog } from "@/lib/catalog/queries";
import { sendQueries } from "@/lib/client/operator-sends";
import { stopsQuery } from "@/lib/client/operator-stops";
import { createQueryClient } from "@/lib/client/query-client";
import { requireOperator } from "@/lib/dashboard/require-member";
import { listSends } from "@/lib/operations/sends-queries";
import { sendListQuery } from "@/lib/operations/sends-schema";
import { readStops } from "@/lib/operations/stops-queries";

export const metadata: Metadata = { title: "Sends" };

type SendsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SendsPage({ searchParams }: SendsPageProps) {
  await requireOperator();
  const queries = createQueryClient();
  const parsed = sendListQuery.omit({ cursor: true }).safeParse(await searchParams);
  const [catalog] = await Promise.all([
    loadCatalog(),
    queries.prefetchQuery({ ...stopsQuery(), queryFn: () => readStops() }),
    parsed.success &&
      queries.prefetchInfiniteQuery({ ...sendQueries.list(parsed.data), queryFn: () => listSends(parsed.data) }),
  ]);
  const networks = catalog
    .networks()
    .filter(({ node }) => node !== "missing")
    .map(({ code, name }) => ({ code, name }));
  return (
    <>
      <PageHeader
        title="Sends"
        description="Every payout, refund, withdrawal and sweep, each as one transaction in all its versions."
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
