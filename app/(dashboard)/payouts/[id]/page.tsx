import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { PayoutDetail } from "@/components/money-out/payouts/payout-detail";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { type Member, viewerOf } from "@/lib/fronts/dashboard/current-session";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";
import { getPayoutDetail } from "@/lib/money-out/payouts/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Payout" };

export default async function PayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const member = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.payouts.detail.queryKey({ id }), await detailOrNotFound(member, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PayoutDetail
        id={id}
        mayPayOut={isAllowed(member.role, "payout.create")}
        mayResend={isAllowed(member.role, "webhook.resend")}
      />
    </HydrationBoundary>
  );
}

async function detailOrNotFound(member: Member, id: string) {
  try {
    return await getPayoutDetail(member.merchantId, id, viewerOf(member));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
