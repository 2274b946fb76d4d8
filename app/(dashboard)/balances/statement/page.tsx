import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Statement } from "@/components/money-out/statements/statement";
import { PageHeader } from "@/components/ui/page-header";
import { type StatementChoice, statementQuery } from "@/lib/fronts/client/files";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import type { SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementFilterInput } from "@/lib/ledger/statements/schema";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export const metadata: Metadata = { title: "Statement" };

const address = statementFilterInput.pick({ coin: true, group: true });

export default async function StatementPage({ searchParams }: { searchParams: SearchParams }) {
  const { merchantId, session } = await requireMember();
  const search = await searchParams;
  if (search["coin"] === undefined) redirect(routes.balances());
  const asked = address.safeParse({ coin: search["coin"], group: search["group"] });
  const coin = asked.success ? (await loadCatalog()).currency(asked.data.coin) : null;
  if (!asked.success || coin === null) notFound();
  const wallet = search["wallet"] === "personal" ? "personal" : "business";
  const owner = wallet === "personal" ? { userId: session.user.id } : { merchantId };
  const queries = createQueryClient();
  // Days are in the viewer's time zone: only the browser knows when they begin.
  if (!search["from"] && !search["to"]) {
    const choice: StatementChoice = { coin: coin.code, wallet, group: asked.data.group ?? null, from: null, to: null };
    const filter = { coin: coin.code, group: asked.data.group };
    await queries.prefetchInfiniteQuery({ ...statementQuery(choice), queryFn: () => readStatement(owner, filter) });
  }
  return (
    <>
      <PageHeader
        back={{ href: routes.balances(), label: "Balances" }}
        title={`${coin.name} statement`}
        description={
          wallet === "personal"
            ? "Every entry of your personal wallet. Only you can see it."
            : "Every entry of the business wallet."
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <Statement coin={coin.code} wallet={wallet} />
      </HydrationBoundary>
    </>
  );
}
