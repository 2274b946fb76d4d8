import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Inbox } from "@/components/fronts/inbox/inbox";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { listInbox } from "@/lib/fronts/dashboard/inbox";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  const { merchantId, role, session } = await requireMember();
  const queries = createQueryClient();
  const viewer = { merchantId, role, userId: session.user.id };
  await queries.prefetchInfiniteQuery({
    ...rpc.inbox.list.infiniteQueryOptions({}),
    queryFn: () => listInbox(viewer, {}),
  });
  return (
    <>
      <PageHeader title="Inbox" description="Everything that waits for your decision, the oldest first." />
      <HydrationBoundary state={dehydrate(queries)}>
        <Inbox mayDecide={isAllowed(role, "case.decide")} />
      </HydrationBoundary>
    </>
  );
}
