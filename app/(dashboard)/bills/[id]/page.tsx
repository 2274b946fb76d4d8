import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BillDetail } from "@/components/money-in/bills/bill-detail";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { findBillDetail } from "@/lib/money-in/bills/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Bill" };

export default async function BillPage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  const bill = z.uuid().safeParse(id).success ? await findBillDetail(merchantId, id) : null;
  if (bill === null) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.bills.detail.queryKey({ id }), bill);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <BillDetail id={id} mayChange={isAllowed(role, "invoice.create")} />
    </HydrationBoundary>
  );
}
