import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NetworkDetail } from "@/components/operator/network-detail";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { loadCatalog } from "@/lib/catalog/queries";
import { networkQueries } from "@/lib/client/operator-networks";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { requireOperator } from "@/lib/dashboard/require-member";
import { readNetwork } from "@/lib/operations/networks-queries";

export const metadata: Metadata = { title: "Network" };

type NetworkPageProps = { params: Promise<{ code: string }> };

export default async function NetworkPage({ params }: NetworkPageProps) {
  await requireOperator();
  const network = (await loadCatalog()).network((await params).code);
  if (network === null) notFound();
  const queries = createQueryClient();
  await queries.prefetchQuery({
    ...networkQueries.detail(network.code),
    queryFn: () => readNetwork(network.code, new Date()),
  });
  return (
    <>
      <PageHeader
        title={network.name}
        description="Changes hold for what is priced from now on. Open invoices and ordered payouts keep their terms."
        back={<TextLink href={routes.operatorNetworks()}>Networks</TextLink>}
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <NetworkDetail code={network.code} />
      </HydrationBoundary>
    </>
  );
}
