import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NetworkList } from "@/components/operator/networks/network-list";
import { PageHeader } from "@/components/ui/page-header";
import { listNetworks } from "@/lib/fronts/admin/networks-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Networks" };

export default async function NetworksPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...rpc.operator.networks.list.queryOptions(), queryFn: () => listNetworks() });
  return (
    <>
      <PageHeader
        title="Networks"
        description="Sync status of each chain and the terms of its coins. Open a network to change its confirmations, limits and fees."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <NetworkList />
      </HydrationBoundary>
    </>
  );
}
