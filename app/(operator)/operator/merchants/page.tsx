import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { InviteMerchantButton } from "@/components/operator/merchants/invite-merchant-button";
import { MerchantInvitations } from "@/components/operator/merchants/merchant-invitations";
import { MerchantList } from "@/components/operator/merchants/merchant-list";
import { PageHeader } from "@/components/ui/page-header";
import { listMerchants } from "@/lib/fronts/admin/merchants-queries";
import { merchantListQuery } from "@/lib/fronts/admin/merchants-schema";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Merchants" };

export default async function MerchantsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireOperator();
  const queries = createQueryClient();
  const filter = await readListFilter(merchantListQuery.omit({ cursor: true }), searchParams);
  if (filter !== null)
    await queries.prefetchInfiniteQuery({
      ...rpc.operator.merchants.list.infiniteQueryOptions(filter),
      queryFn: () => listMerchants(filter, new Date()),
    });
  return (
    <>
      <PageHeader
        title="Merchants"
        description="All merchants of this installation, their volume and their blocks."
        actions={<InviteMerchantButton />}
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <MerchantInvitations />
        <MerchantList />
      </HydrationBoundary>
    </>
  );
}
