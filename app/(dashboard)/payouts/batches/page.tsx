import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import type { Metadata } from "next";
import { BatchList } from "@/components/money-out/payout-batches/batch-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listBatches } from "@/lib/money-out/payout-batches/queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Batch payouts" };

export default async function PayoutBatchesPage() {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  await queries.prefetchInfiniteQuery({
    ...rpc.payoutBatches.list.infiniteQueryOptions({}),
    queryFn: () => listBatches(merchantId, undefined),
  });
  const mayPayOut = isAllowed(role, "payout.create");
  return (
    <>
      <PageHeader
        back={{ href: routes.payouts(), label: "Payouts" }}
        title="Batch payouts"
        description="Send many payouts at once from a CSV file."
        actions={
          mayPayOut && (
            <ButtonLink href={routes.newPayoutBatch()} icon={FileSpreadsheet}>
              Upload batch
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
