import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { InvoiceDetail } from "@/components/money-in/invoices/invoice-detail";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Invoice" };

export default async function InvoicePage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.invoices.detail.queryKey({ id }), await detailOrNotFound(merchantId, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <InvoiceDetail
        id={id}
        mayResend={isAllowed(role, "webhook.resend")}
        mayCancel={isAllowed(role, "invoice.create")}
        mayPayOut={isAllowed(role, "payout.create")}
      />
    </HydrationBoundary>
  );
}

async function detailOrNotFound(merchantId: string, id: string) {
  try {
    return await getInvoiceDetail(merchantId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
