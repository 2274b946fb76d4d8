import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { overviewQuery } from "@/lib/client/overview";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { readOverview } from "@/lib/dashboard/overview";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { merchantId, merchantName, role } = await requireMember();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...overviewQuery(), queryFn: () => readOverview(merchantId, new Date()) });
  return (
    <>
      <PageHeader
        title="Overview"
        description={merchantName}
        actions={
          isAllowed(role, "invoice.create") && (
            <ButtonLink href={routes.newInvoice()} icon={Plus}>
              New invoice
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Overview />
      </HydrationBoundary>
    </>
  );
}
