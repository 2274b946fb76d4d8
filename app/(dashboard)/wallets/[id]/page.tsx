import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { WalletDetail } from "@/components/money-in/wallets/wallet-detail";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { AppError } from "@/lib/kernel/errors";
import { getWalletDetail } from "@/lib/money-in/static-wallets/dashboard-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Static wallet" };

export default async function WalletPage({ params }: { params: Promise<{ id: string }> }) {
  const { merchantId, role } = await requireMember();
  const { id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  const queries = createQueryClient();
  queries.setQueryData(rpc.wallets.detail.queryKey({ id }), await detailOrNotFound(merchantId, id));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <WalletDetail
        id={id}
        mayChange={isAllowed(role, "wallet.change")}
        mayResend={isAllowed(role, "webhook.resend")}
        mayPayOut={isAllowed(role, "payout.create")}
      />
    </HydrationBoundary>
  );
}

async function detailOrNotFound(merchantId: string, id: string) {
  try {
    return await getWalletDetail(merchantId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
