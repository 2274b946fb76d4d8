import type { Metadata } from "next";
import { NewBatch } from "@/components/money-out/payout-batches/new-batch";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New batch payout" };

export default async function NewPayoutBatchPage() {
  const { role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.payoutBatches(), label: "Batch payouts" }}
      title="New batch payout"
      description="Every row is checked first. Nothing is sent until you have seen the result."
      needs="payout.create"
      objects="payouts"
    >
      {isAllowed(role, "payout.create") && <NewBatch />}
    </NewPage>
  );
}
