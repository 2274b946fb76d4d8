import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { MerchantChats } from "@/components/people/notifications/chats-card";
import { TextLink } from "@/components/ui/text-link";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed } from "@/lib/people/merchants/role";
import { listChats } from "@/lib/people/notifications/chats";

export const metadata: Metadata = { title: "Chats" };

export default async function ChatsPage() {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  await queries.prefetchQuery({
    ...rpc.chats.list.queryOptions(undefined),
    queryFn: () => listChats({ merchantId }),
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <div className="flex max-w-3xl flex-col gap-3">
        <MerchantChats key={merchantId} mayChange={isAllowed(role, "merchant.change")} />
        <p className="text-small text-ink-soft">
          How you are notified yourself, in the app and by e-mail, is set in{" "}
          <TextLink href={`${routes.account()}#notifications`}>your account</TextLink>.
        </p>
      </div>
    </HydrationBoundary>
  );
}
