import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { LinkList } from "@/components/money-in/payment-links/link-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listLinks } from "@/lib/money-in/payment-links/dashboard-queries";
import { linkFilterQuery } from "@/lib/money-in/payment-links/dashboard-schema";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Payment links" };

type PaymentLinksPageProps = { searchParams: SearchParams };

export default async function PaymentLinksPage({ searchParams }: PaymentLinksPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const filter = await readListFilter(linkFilterQuery, searchParams);
  if (filter !== null) {
    await queries.prefetchInfiniteQuery({
      ...rpc.paymentLinks.list.infiniteQueryOptions(filter),
      queryFn: () => listLinks(merchantId, filter),
    });
  }
  const mayCreate = isAllowed(role, "invoice.create");
  return (
    <>
      <PageHeader
        title="Payment links"
        description="Pages where anybody can pay you, as often as you allow. Each order creates an invoice."
        actions={
          mayCreate && (
            <ButtonLink href={routes.newPaymentLink()} icon={Plus}>
              New payment link
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <LinkList mayCreate={mayCreate} />
      </HydrationBoundary>
    </>
  );
}
