import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { Terminal } from "@/components/money-in/point-of-sale/terminal";
import { TodayCard } from "@/components/money-in/point-of-sale/today-card";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { viewerZone } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { readToday } from "@/lib/money-in/point-of-sale/sales";
import { readTerminal } from "@/lib/money-in/point-of-sale/terminal";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Point of sale" };

export default async function PointOfSalePage() {
  const { merchantId, role } = await requireMember();
  const zone = await viewerZone();
  const day = zone ?? "UTC";
  const queries = createQueryClient();
  queries.setQueryData(rpc.pointOfSale.read.queryKey(undefined), await readTerminal(merchantId));
  queries.setQueryData(rpc.pointOfSale.today.queryKey({ zone: day }), await readToday(merchantId, day));
  return (
    <>
      <PageHeader
        title="Point of sale"
        actions={
          <Button asChild>
            <Link href={routes.pointOfSaleSettings()}>Items and tips</Link>
          </Button>
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-5">
          {isAllowed(role, "invoice.create") ? (
            <Terminal key={merchantId} merchantId={merchantId} />
          ) : (
            <Notice tone="waiting">
              Your role can view sales but not sell. Ask an owner or a manager of the merchant.
            </Notice>
          )}
          <TodayCard zone={zone} />
        </div>
      </HydrationBoundary>
    </>
  );
}
