import type { Metadata } from "next";
import { LostWebhooks } from "@/components/operator/lost-webhooks";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/fronts/dashboard/require-member";

export const metadata: Metadata = { title: "Webhooks" };

export default async function LostWebhooksPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="What no shop took, over all merchants, and whatever you search for. Sent again with the same bytes, as often as you like; a merchant may ten times."
      />
      <LostWebhooks />
    </>
  );
}
