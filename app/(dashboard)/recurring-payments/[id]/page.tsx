import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { RecurrenceDetail } from "@/components/money-in/recurrences/recurrence-detail";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";
import { getRecurrenceDetail } from "@/lib/money-in/recurrences/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Recurring payment" };

export default async function RecurringPaymentPage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.recurrences.detail.queryKey({ id }), await detailOrNotFound(merchantId, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <RecurrenceDetail
        id={id}
        mayChange={isAllowed(role, "invoice.create")}
        mayResend={isAllowed(role, "webhook.resend")}
      />
    </HydrationBoundary>
  );
}

async function detailOrNotFound(merchantId: string, id: string) {
  try {
    return await getRecurrenceDetail(merchantId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
