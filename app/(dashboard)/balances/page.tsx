import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { BalanceList } from "@/components/balances/balance-list";
import { PageHeader } from "@/components/ui/page-header";
import { balancesQuery } from "@/lib/client/overview";
import { createQueryClient } from "@/lib/client/query-client";
import { requireMember } from "@/lib/dashboard/require-member";
import { listWallets } from "@/lib/merchants/dashboard-queries";

export const metadata: Metadata = { title: "Balances" };

export default async function BalancesPage() {
  const { merchantId } = await requireMember();
  const queries = createQueryClient();
  await queries.prefetchQuery({ ...balancesQuery(), queryFn: () => listWallets(merchantId) });
  return (
    <>
      <PageHeader title="Balances" description="What was credited to you, after commission, to the last digit." />
      <HydrationBoundary state={dehydrate(queries)}>
        <BalanceList />
      </HydrationBoundary>
    </>
  );
}
