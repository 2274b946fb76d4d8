import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { BalanceList } from "@/components/balances/balance-list";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { balancesQuery, personalBalancesQuery } from "@/lib/client/overview";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { requireMember } from "@/lib/dashboard/require-member";
import { listPersonalWallets, listWallets } from "@/lib/merchants/dashboard-queries";

export const metadata: Metadata = { title: "Balances" };

export default async function BalancesPage() {
  const { merchantId, session } = await requireMember();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...balancesQuery(), queryFn: () => listWallets(merchantId) }),
    queries.prefetchQuery({ ...personalBalancesQuery(), queryFn: () => listPersonalWallets(session.user.id) }),
  ]);
  return (
    <>
      <PageHeader
        title="Balances"
        description={
          <>
            What can be spent, and what is on its way in and out, to the last digit. Money moves between the two wallets
            by <TextLink href={routes.transfers()}>transfers</TextLink>.
          </>
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <BalanceList />
      </HydrationBoundary>
    </>
  );
}
