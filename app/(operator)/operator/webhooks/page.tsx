import type { Metadata } from "next";
import { LostWebhooks } from "@/components/operator/jobs/lost-webhooks";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Webhooks" };

export default async function LostWebhooksPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Failed webhooks of all merchants, and any webhook you search for. You can resend a webhook any number of times; a merchant can resend it ten times."
      />
      <LostWebhooks />
    </>
  );
}
