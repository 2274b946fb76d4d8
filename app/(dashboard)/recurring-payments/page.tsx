import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { RecurrenceList } from "@/components/recurrences/recurrence-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/client/query-client";
import { recurrenceQueries } from "@/lib/client/recurrences";
import { routes } from "@/lib/client/routes";
import { readListFilter, type SearchParams } from "@/lib/dashboard/list-filter";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listRecurrenceRows } from "@/lib/recurrences/dashboard-queries";
import { recurrenceFilterQuery } from "@/lib/recurrences/dashboard-schema";

export const metadata: Metadata = { title: "Recurring payments" };

type RecurringPaymentsPageProps = { searchParams: SearchParams };

export default async function RecurringPaymentsPage({ searchParams }: RecurringPaymentsPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(recurrenceFilterQuery, searchParams);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...recurrenceQueries.list(filter),
      queryFn: () => listRecurrenceRows(merchantId, filter),
    });
  }
  const mayCreate = isAllowed(role, "invoice.create");
  return (
    <>
      <PageHeader
        title="Recurring payments"
        description="Plans that customers accept once. Each period they get an e-mail with a payment link."
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
