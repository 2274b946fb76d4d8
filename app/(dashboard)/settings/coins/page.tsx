import type { Metadata } from "next";
import { CoinsCard } from "@/components/people/settings/coins-card";
import { RateSourceCard } from "@/components/people/settings/rate-source-card";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { listMerchantCoins } from "@/lib/money-in/accepted-coins/accepted-coins";
import { isAllowed } from "@/lib/people/merchants/role";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";

export const metadata: Metadata = { title: "Coins" };

export default async function CoinsPage() {
  const { merchantId, role } = await requireMember();
  const [coins, { requestedRateSource }] = await Promise.all([
    listMerchantCoins(merchantId),
    getMerchantSettings(merchantId),
  ]);
  const mayChange = isAllowed(role, "merchant.change");
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <CoinsCard key={`coins ${merchantId}`} view={coins} mayChange={mayChange} />
      <RateSourceCard key={`rates ${merchantId}`} settings={{ requestedRateSource }} mayChange={mayChange} />
    </div>
  );
}
