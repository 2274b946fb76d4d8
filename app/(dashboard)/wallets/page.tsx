import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { WalletList } from "@/components/wallets/wallet-list";
import { createQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { walletQueries } from "@/lib/client/wallets";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listWallets } from "@/lib/wallets/dashboard-queries";
import { walletListQuery } from "@/lib/wallets/dashboard-schema";

export const metadata: Metadata = { title: "Static wallets" };

type WalletsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function WalletsPage({ searchParams }: WalletsPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const parsed = walletListQuery.pick({ status: true, q: true }).safeParse(await searchParams);
  if (parsed.success) {
    const { status, q } = parsed.data;
    const filter = { ...(status && { status }), ...(q && { q }) };
    await queries.prefetchInfiniteQuery({
      ...walletQueries.list(filter),
      queryFn: () => listWallets(merchantId, filter),
    });
  }
  const mayCreate = isAllowed(role, "wallet.change");
  return (
    <>
      <PageHeader
        title="Static wallets"
        description="Lasting addresses. Every payment to one is credited by itself."
        actions={
          mayCreate && (
            <Button asChild variant="primary">
              <Link href={routes.newWallet()}>
                <Plus aria-hidden className="size-4" />
                New static wallet
              </Link>
            </Button>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <WalletList mayCreate={mayCreate} />
      </HydrationBoundary>
    </>
  );
}
