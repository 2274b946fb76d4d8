import type { Metadata } from "next";
import { NewPayoutForm } from "@/components/money-out/payouts/new-payout-form";
import { NewPage } from "@/components/people/restrictions/new-page";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { listPayoutOptions } from "@/lib/money-out/payouts/dashboard-form";
import { isAllowed } from "@/lib/people/merchants/role";

export const metadata: Metadata = { title: "New payout" };

export default async function NewPayoutPage() {
  const { merchantId, role } = await requireMember();
  return (
    <NewPage
      back={{ href: routes.payouts(), label: "Payouts" }}
      title="New payout"
      description="Send coins from your balance to an external address. You see a summary before anything is sent."
      needs="payout.create"
      objects="payouts"
    >
      {isAllowed(role, "payout.create") && <NewPayoutForm options={await listPayoutOptions(merchantId)} />}
    </NewPage>
  );
}
