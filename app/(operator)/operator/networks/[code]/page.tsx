import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NetworkDetail } from "@/components/operator/networks/network-detail";
import { PageHeader } from "@/components/ui/page-header";
import { readNetwork } from "@/lib/fronts/admin/networks-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export const metadata: Metadata = { title: "Network" };

type NetworkPageProps = { params: Promise<{ code: string }> };

export default async function NetworkPage({ params }: NetworkPageProps) {
  await requireOperator();
  const network = (await loadCatalog()).network((await params).code);
  if (network === null) notFound();
  const queries = createQueryClient();
  await queries.prefetchQuery({
    ...rpc.operator.networks.detail.queryOptions({ code: network.code }),
    queryFn: () => readNetwork(network.code, new Date()),
  });
  return (
    <>
      <PageHeader
        title={network.name}
        description="Changes apply to new prices. Open invoices and existing payouts keep their terms."
        back={{ href: routes.operatorNetworks(), label: "Networks" }}
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <NetworkDetail code={network.code} />
      </HydrationBoundary>
    </>
  );
}
