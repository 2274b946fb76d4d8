import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { WebhookPage } from "@/components/webhooks/webhook-page";
import { createQueryClient } from "@/lib/client/query-client";
import { webhookQueries } from "@/lib/client/webhooks";
import { requireMember } from "@/lib/dashboard/require-member";
import { isAllowed } from "@/lib/merchants/role";
import { listDeliveries } from "@/lib/webhooks/queries";
import { deliveryListQuery } from "@/lib/webhooks/schema";

export const metadata: Metadata = { title: "Webhooks" };

type WebhooksPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function WebhooksPage({ searchParams }: WebhooksPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const parsed = deliveryListQuery.pick({ state: true, limit: true }).safeParse(await searchParams);
  if (parsed.success) {
    const { state } = parsed.data;
    const first = () => listDeliveries(merchantId, parsed.data);
    await queries.prefetchInfiniteQuery({ ...webhookQueries.list(state ? { state } : {}), queryFn: first });
  }
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="What your server was told, and what it answered. A dead receiver is tried again for about two days."
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <WebhookPage mayResend={isAllowed(role, "webhook.resend")} />
      </HydrationBoundary>
    </>
  );
}
