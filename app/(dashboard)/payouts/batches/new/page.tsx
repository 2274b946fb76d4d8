import type { Metadata } from "next";
import { NewBatch } from "@/components/money-out/payout-batches/new-batch";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New batch payout" };

export default async function NewPayoutBatchPage() {
  const { role } = await requireMember();
  return (
    <>
      <PageHeader
        back={{ href: routes.payoutBatches(), label: "Batch payouts" }}
        title="New batch payout"
        description="Every row is checked first. Nothing is sent until you have seen the result."
      />
      {isAllowed(role, "payout.create") ? (
        <NewBatch />
      ) : (
        <Notice tone="waiting">
          Your role can view payouts but not create them. Ask an owner or a manager of the merchant.
        </Notice>
      )}
    </>
  );
}
