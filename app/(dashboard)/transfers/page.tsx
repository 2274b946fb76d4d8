import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Transfers } from "@/components/transfers/transfers";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/client/query-client";
import { transferQueries } from "@/lib/client/transfers";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listTransfers, listTransferWallets } from "@/lib/transfers/dashboard-queries";

export const metadata: Metadata = { title: "Transfers" };

export default async function TransfersPage() {
  const { merchantId, role, session } = await requireMember();
  const queries = createQueryClient();
  const wallets = () => listTransferWallets(merchantId, session.user.id);
  const history = () => listTransfers(merchantId, {});
  await Promise.all([
    queries.prefetchQuery({ ...transferQueries.wallets(), queryFn: wallets }),
    queries.prefetchInfiniteQuery({ ...transferQueries.history(), queryFn: history }),
  ]);
  return (
    <>
      <PageHeader title="Transfers" description="Between the business wallet and the owner’s personal wallet." />
      <HydrationBoundary state={dehydrate(queries)}>
        <Transfers mayMove={isAllowed(role, "payout.create")} />
      </HydrationBoundary>
    </>
  );
}
