import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OperatorChats } from "@/components/people/notifications/chats-card";
import { PageHeader } from "@/components/ui/page-header";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";
import { listChats } from "@/lib/people/notifications/chats";

export const metadata: Metadata = { title: "Chats" };

export default async function OperatorChatsPage() {
  await requireOperator();
  const queries = createQueryClient();
  await queries.prefetchQuery({
    ...rpc.operator.chats.list.queryOptions(undefined),
    queryFn: () => listChats({ merchantId: null }),
  });
  return (
    <>
      <PageHeader title="Chats" description="Chats of Telegram, Slack or Discord that are notified, besides mails." />
      <HydrationBoundary state={dehydrate(queries)}>
        <div className="max-w-3xl">
          <OperatorChats />
        </div>
      </HydrationBoundary>
    </>
  );
}
