import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { InvoiceList } from "@/components/invoices/invoice-list";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { invoiceQueries } from "@/lib/client/invoices";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { requireMember } from "@/lib/dashboard/require-member";
import { listInvoices } from "@/lib/invoices/dashboard-queries";
import { invoiceListQuery } from "@/lib/invoices/dashboard-schema";
import { isAllowed } from "@/lib/merchants/role";

export const metadata: Metadata = { title: "Invoices" };

type InvoicesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InvoicesPage({ searchParams }: InvoicesPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const parsed = invoiceListQuery.pick({ status: true, q: true }).safeParse(await searchParams);
  if (parsed.success) {
    const { status, q } = parsed.data;
    const filter = { ...(status && { status }), ...(q && { q }) };
    const first = () => listInvoices(merchantId, filter);
    await queries.prefetchInfiniteQuery({ ...invoiceQueries.list(filter), queryFn: first });
  }
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          isAllowed(role, "invoice.create") && (
            <Button asChild variant="primary">
              <Link href={routes.newInvoice()}>
                <Plus aria-hidden className="size-4" />
                New invoice
              </Link>
            </Button>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <InvoiceList />
      </HydrationBoundary>
    </>
  );
}
