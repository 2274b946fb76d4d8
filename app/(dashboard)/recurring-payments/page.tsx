import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { RecurrenceList } from "@/components/money-in/recurrences/recurrence-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listRecurrenceRows } from "@/lib/money-in/recurrences/dashboard-queries";
import { recurrenceFilterQuery } from "@/lib/money-in/recurrences/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Recurring payments" };

type RecurringPaymentsPageProps = { searchParams: SearchParams };

export default async function RecurringPaymentsPage({ searchParams }: RecurringPaymentsPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(recurrenceFilterQuery, searchParams);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...rpc.recurrences.list.infiniteQueryOptions(filter),
      queryFn: () => listRecurrenceRows(merchantId, filter),
    });
  }
  const mayCreate = isAllowed(role, "invoice.create");
  return (
    <>
      <PageHeader
        title="Recurring payments"
        description="Plans that customers accept once. They get an e-mail with a payment link each period."
        actions={
          mayCreate && (
            <ButtonLink href={routes.newRecurrence()} icon={Plus}>
              New recurring payment
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <RecurrenceList mayCreate={mayCreate} />
      </HydrationBoundary>
    </>
  );
}
