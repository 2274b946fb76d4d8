import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { LinkDetail } from "@/components/money-in/payment-links/link-detail";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";
import { getLinkDetail } from "@/lib/money-in/payment-links/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Payment link" };

export default async function PaymentLinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.paymentLinks.detail.queryKey({ id }), await detailOrNotFound(merchantId, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <LinkDetail id={id} mayChange={isAllowed(role, "invoice.create")} />
    </HydrationBoundary>
  );
}

async function detailOrNotFound(merchantId: string, id: string) {
  try {
    return await getLinkDetail(merchantId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
