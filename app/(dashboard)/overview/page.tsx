import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Overview } from "@/components/overview/overview";
import { Button } from "@/components/ui/button";
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
        <Overview />
      </HydrationBoundary>
    </>
  );
}
