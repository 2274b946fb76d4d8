import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import { toDeliveryFilter } from "@/components/delivery/webhooks/delivery-filter";
import { WebhookPage } from "@/components/delivery/webhooks/webhook-page";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { listDeliveries, listFailingEndpoints } from "@/lib/delivery/webhooks/queries";
import { deliveryListQuery } from "@/lib/delivery/webhooks/schema";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Webhooks" };

type WebhooksPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function WebhooksPage({ searchParams }: WebhooksPageProps) {
  const { merchantId, role } = await requireMember();
  const queries = createQueryClient();
  const asked = await searchParams;
  const parsed = deliveryListQuery.pick({ state: true, kind: true, q: true, limit: true }).safeParse(asked);
  // Days are in the viewer's time zone, which only the browser knows.
  if (parsed.success && !asked["from"] && !asked["to"]) {
    const { state = null, kind = null, q = "" } = parsed.data;
    const filter = toDeliveryFilter({ state, kind, q, from: "", to: "" });
    const first = () => listDeliveries(merchantId, { ...filter, limit: parsed.data.limit });
    await queries.prefetchInfiniteQuery({ ...rpc.webhooks.list.infiniteQueryOptions(filter), queryFn: first });
  }
  const failing = async () => ({ items: await listFailingEndpoints(merchantId) });
  await queries.prefetchQuery({ ...rpc.webhooks.failing.queryOptions(), queryFn: failing });
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Events sent to your server and its responses. Failed deliveries are retried for two days."
        actions={
          isAllowed(role, "webhook.test") && (
            <ButtonLink href={routes.webhookTest()} icon={FlaskConical}>
              Send test event
            </ButtonLink>
          )
        }
      />
      <HydrationBoundary state={dehydrate(queries)}>
        <WebhookPage mayResend={isAllowed(role, "webhook.resend")} />
      </HydrationBoundary>
    </>
  );
}
