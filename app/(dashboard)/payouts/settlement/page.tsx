import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Settlements } from "@/components/money-out/settlements/settlements";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listPayoutOptions } from "@/lib/money-out/payouts/dashboard-form";
import { listSettlements } from "@/lib/money-out/settlements/queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Automatic settlement" };

export default async function SettlementPage() {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const [{ coins }] = await Promise.all([
    listPayoutOptions(merchantId),
    queries.prefetchQuery({
      ...rpc.settlements.list.queryOptions(),
      queryFn: () => listSettlements(merchantId, new Date()),
    }),
  ]);
  return (
    <>
      <PageHeader
        back={{ href: routes.payouts(), label: "Payouts" }}
        title="Automatic settlement"
        description="Pays out the balance of a coin to your address, at a set time or once it reaches a set amount."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Settlements
          coins={coins}
          mayChange={isAllowed(role, "settlement.change")}
          mayPause={isAllowed(role, "payout.create")}
        />
      </HydrationBoundary>
    </>
  );
}
