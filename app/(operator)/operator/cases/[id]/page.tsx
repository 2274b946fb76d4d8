import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { OperatorCaseDetail } from "@/components/operator/cases/operator-case-detail";
import { readOperatorCase } from "@/lib/fronts/admin/cases-queries";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";
import { listMerchantNames } from "@/lib/people/settings/settings-queries";

export const metadata: Metadata = { title: "Case" };

export default async function OperatorCasePage({ params }: { params: Promise<{ id: string }> }) {
  const { user } = await requireOperator();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  const [merchants, found] = await Promise.all([listMerchantNames(), caseOrNotFound(id, user.id)]);
  queries.setQueryData(rpc.operator.cases.detail.queryKey({ id }), found);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <OperatorCaseDetail id={id} merchants={merchants} />
    </HydrationBoundary>
  );
}

async function caseOrNotFound(id: string, viewerId: string) {
  try {
    return await readOperatorCase(id, viewerId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
