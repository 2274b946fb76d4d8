import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { BillList } from "@/components/money-in/bills/bill-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { getBillsDue, listBills } from "@/lib/money-in/bills/dashboard-queries";
import { billFilterQuery } from "@/lib/money-in/bills/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Bills" };

type BillsPageProps = { searchParams: SearchParams };

export default async function BillsPage({ searchParams }: BillsPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(billFilterQuery, searchParams);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...rpc.bills.list.infiniteQueryOptions(filter),
      queryFn: () => listBills(merchantId, filter),
    });
  }
  queries.setQueryData(rpc.bills.due.queryKey(), await getBillsDue(merchantId));
  const mayCreate = isAllowed(role, "invoice.create");
  return (
    <>
      <PageHeader
        title="Bills"
        description="What customers owe you, sent by mail with a page where they pay it."
        actions={
          mayCreate && (
            <ButtonLink href={routes.newBill()} icon={Plus}>
              New bill
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <BillList mayCreate={mayCreate} />
      </HydrationBoundary>
    </>
  );
}
