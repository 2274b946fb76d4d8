import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { BalanceList } from "@/components/money-out/balances/balance-list";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listPersonalWallets, listWallets } from "@/lib/people/settings/settings-queries";

export const metadata: Metadata = { title: "Balances" };

export default async function BalancesPage() {
  const { merchantId, session } = await requireMember();
  const queries = createQueryClient();
  await Promise.all([
    queries.prefetchQuery({ ...rpc.balances.business.queryOptions(), queryFn: () => listWallets(merchantId) }),
    queries.prefetchQuery({
      ...rpc.balances.personal.queryOptions(),
      queryFn: () => listPersonalWallets(session.user.id),
    }),
  ]);
  return (
    <>
      <PageHeader
        title="Balances"
        description={
          <>
            Available, incoming and outgoing funds. <TextLink href={routes.transfers()}>Transfers</TextLink> move money
            between the two wallets.
          </>
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <BalanceList />
      </HydrationBoundary>
    </>
  );
}
