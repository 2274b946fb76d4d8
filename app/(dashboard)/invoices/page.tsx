import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { InvoiceList } from "@/components/money-in/invoices/invoice-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { listChoices, readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { countInvoices, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { invoiceFilterQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Invoices" };

type InvoicesPageProps = { searchParams: SearchParams };

export default async function InvoicesPage({ searchParams }: InvoicesPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(invoiceFilterQuery, searchParams);
  if (filter !== null) {
    const { sort: _sort, ...counted } = filter;
    await Promise.all([
      queries.prefetchInfiniteQuery({
        ...rpc.invoices.list.infiniteQueryOptions(filter),
        queryFn: () => listInvoices(merchantId, filter),
      }),
      queries.prefetchQuery({
        ...rpc.invoices.counts.queryOptions(counted),
        queryFn: () => countInvoices(merchantId, counted),
      }),
    ]);
  }
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          isAllowed(role, "invoice.create") && (
            <ButtonLink href={routes.newInvoice()} icon={Plus}>
              New invoice
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <InvoiceList choices={await listChoices()} />
      </HydrationBoundary>
    </>
  );
}
