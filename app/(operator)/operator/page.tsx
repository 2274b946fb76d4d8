import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GatewayFigures } from "@/components/operator/overview/gateway-figures";
import { Operations } from "@/components/operator/overview/operations";
import { PageHeader } from "@/components/ui/page-header";
import { readGatewayFigures } from "@/lib/fronts/admin/figures-queries";
import { readOperations } from "@/lib/fronts/admin/overview-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { viewerZone } from "@/lib/fronts/dashboard/list-filter";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Installation" };

export default async function OperatorPage() {
  await requireOperator();
  const now = new Date();
  const zone = await viewerZone();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...rpc.operator.overview.queryOptions(), queryFn: () => readOperations(now) }),
    zone !== null &&
      queries.prefetchQuery({
        ...rpc.operator.figures.queryOptions({ zone }),
        queryFn: () => readGatewayFigures(zone, now),
      }),
  ]);
  return (
    <>
      <PageHeader
        title="Installation"
        description="Figures of the gateway, pending work, issues, and the state of networks and workers."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-5">
          <GatewayFigures zone={zone} />
          <Operations />
        </div>
      </HydrationBoundary>
    </>
  );
}
