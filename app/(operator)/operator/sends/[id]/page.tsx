import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { SendDetail } from "@/components/operator/sends/send-detail";
import { getSend } from "@/lib/fronts/admin/sends";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";

export const metadata: Metadata = { title: "Send" };

export default async function SendPage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.operator.sends.detail.queryKey({ id }), await sendOrNotFound(id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <SendDetail id={id} />
    </HydrationBoundary>
  );
}

async function sendOrNotFound(id: string) {
  try {
    return await getSend(id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
