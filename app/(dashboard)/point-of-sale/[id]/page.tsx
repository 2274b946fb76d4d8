import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { SalePanel } from "@/components/money-in/point-of-sale/sale-panel";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { AppError } from "@/lib/kernel/errors";
import { getSale } from "@/lib/money-in/point-of-sale/sales";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Sale" };

export default async function SalePage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  const sale = await saleOrNotFound(merchantId, id);
  queries.setQueryData(rpc.pointOfSale.sale.queryKey({ id }), sale);
  return (
    <>
      <PageHeader back={{ href: routes.pointOfSale(), label: "Point of sale" }} title={`Sale ${sale.orderId}`} />
      <HydrationBoundary state={dehydrate(queries)}>
        <SalePanel id={id} maySell={isAllowed(role, "invoice.create")} />
      </HydrationBoundary>
    </>
  );
}

async function saleOrNotFound(merchantId: string, id: string) {
  try {
    return await getSale(merchantId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
