import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import type { Metadata } from "next";
import { BatchList } from "@/components/payout-batches/batch-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { batchQueries } from "@/lib/client/payout-batches";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listBatches } from "@/lib/payout-batches/queries";

export const metadata: Metadata = { title: "Files of payouts" };

export default async function PayoutBatchesPage() {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  await queries.prefetchInfiniteQuery({
    ...batchQueries.list(),
    queryFn: () => listBatches(merchantId, undefined),
  });
  const mayPayOut = isAllowed(role, "payout.create");
  return (
    <>
      <PageHeader
        back={
          <p className="mb-1 text-small">
            <TextLink href={routes.payouts()}>Payouts</TextLink>
          </p>
        }
        title="Files of payouts"
        description="Many payouts ordered together, each of them on its own way."
        actions={
          mayPayOut && (
            <ButtonLink href={routes.newPayoutBatch()} icon={FileSpreadsheet}>
              Upload a file
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <BatchList mayPayOut={mayPayOut} />
      </HydrationBoundary>
    </>
  );
}
