import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TestConsole } from "@/components/delivery/webhooks/test-console";
import { STATUS_WORDS } from "@/components/fronts/palette/found-item";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { loadConsoleOptions } from "@/lib/fronts/test-webhooks/console-queries";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Test webhooks" };

export default async function TestWebhooksPage() {
  const { merchantId, role } = await requireMember();
  if (!isAllowed(role, "webhook.test")) redirect(routes.webhooks());
  return (
    <>
      <PageHeader
        back={{ href: routes.webhooks(), label: "Webhooks" }}
        title="Test webhooks"
        description="Test events are signed like real ones. You see exactly what is sent and how your server responds."
      />
      <TestConsole options={await loadConsoleOptions(merchantId)} statusWords={STATUS_WORDS} />
    </>
  );
}
