import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { UserList } from "@/components/operator/merchants/user-list";
import { PageHeader } from "@/components/ui/page-header";
import { listUsers } from "@/lib/fronts/admin/users-queries";
import { userListQuery } from "@/lib/fronts/admin/users-schema";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { readListFilter, type SearchParams } from "@/lib/fronts/dashboard/list-filter";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage({ searchParams }: { searchParams: SearchParams }) {
  await requireOperator();
  const queries = createQueryClient();
  const filter = await readListFilter(userListQuery.omit({ cursor: true }), searchParams);
  if (filter !== null)
    await queries.prefetchInfiniteQuery({
      ...rpc.operator.users.list.infiniteQueryOptions(filter),
      queryFn: () => listUsers(filter),
    });
  return (
    <>
      <PageHeader
        title="Users"
        description="Everyone who can sign in, the merchants they belong to, and the operators of this installation."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <UserList />
      </HydrationBoundary>
    </>
  );
}
