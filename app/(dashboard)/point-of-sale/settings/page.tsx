import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ItemsCard } from "@/components/money-in/point-of-sale/items-card";
import { SettingsCard } from "@/components/money-in/point-of-sale/settings-card";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { readTerminal } from "@/lib/money-in/point-of-sale/terminal";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Items and tips" };

export default async function PointOfSaleSettingsPage() {
  const { merchantId, role } = await requireMember();
  const mayChange = isAllowed(role, "invoice.create");
  const [terminal, { currencies }] = await Promise.all([readTerminal(merchantId), listInvoiceOptions(merchantId)]);
  const queries = createQueryClient();
  queries.setQueryData(rpc.pointOfSale.read.queryKey(undefined), terminal);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader back={{ href: routes.pointOfSale(), label: "Point of sale" }} title="Items and tips" />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="flex flex-col gap-5">
          <ItemsCard mayChange={mayChange} />
          <SettingsCard key={merchantId} terminal={terminal} currencies={currencies} mayChange={mayChange} />
        </div>
      </HydrationBoundary>
    </div>
  );
}
