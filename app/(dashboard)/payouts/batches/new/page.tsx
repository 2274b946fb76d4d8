import type { Metadata } from "next";
import { NewBatch } from "@/components/payout-batches/new-batch";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "Pay out by file" };

export default async function NewPayoutBatchPage() {
  const { role } = await requireMember();
  return (
    <>
      <PageHeader
        back={
          <p className="mb-1 text-small">
            <TextLink href={routes.payoutBatches()}>Files of payouts</TextLink>
          </p>
        }
        title="Pay out by file"
        description="Every row is looked at first. Nothing is ordered before you have seen what it does."
      />
      {isAllowed(role, "payout.create") ? (
        <NewBatch />
      ) : (
        <Notice tone="waiting">
          Your role lets you look at payouts, not make them. Ask an owner or a manager of the merchant.
        </Notice>
      )}
    </>
  );
}
