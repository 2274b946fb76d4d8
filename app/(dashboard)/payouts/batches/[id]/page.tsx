import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BatchDetail } from "@/components/payout-batches/batch-detail";
import { batchQueries } from "@/lib/client/payout-batches";
import { createQueryClient } from "@/lib/client/query-client";
import type { Member } from "@/lib/dashboard/current-session";
import { requireMember } from "@/lib/dashboard/require-member";
import { viewerOf } from "@/lib/dashboard/viewer";
import { AppError } from "@/lib/errors";
import { isAllowed } from "@/lib/merchants/role";
import { getBatchDetail } from "@/lib/payout-batches/queries";

export const metadata: Metadata = { title: "File of payouts" };

export default async function PayoutBatchPage({ params }: { params: Promise<{ id: string }> }) {
  const member = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(batchQueries.detail(id).queryKey, await detailOrNotFound(member, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <BatchDetail id={id} mayPayOut={isAllowed(member.role, "payout.create")} />
    </HydrationBoundary>
  );
}

async function detailOrNotFound(member: Member, id: string) {
  try {
    return await getBatchDetail(member.merchantId, id, viewerOf(member));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
