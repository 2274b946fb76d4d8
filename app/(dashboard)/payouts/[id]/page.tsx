import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { PayoutDetail } from "@/components/payouts/payout-detail";
import { payoutQueries } from "@/lib/client/payouts";
import { createQueryClient } from "@/lib/client/query-client";
import type { Member } from "@/lib/dashboard/current-session";
import { requireMember } from "@/lib/dashboard/require-member";
import { viewerOf } from "@/lib/dashboard/viewer";
import { AppError } from "@/lib/errors";
import { isAllowed } from "@/lib/merchants/role";
import { getPayoutDetail } from "@/lib/payouts/dashboard-queries";

export const metadata: Metadata = { title: "Payout" };

export default async function PayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const member = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(payoutQueries.detail(id).queryKey, await detailOrNotFound(member, id));
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
