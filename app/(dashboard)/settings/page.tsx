import type { Metadata } from "next";
import { ConversionCard } from "@/components/people/settings/conversion-card";
import { LateCard } from "@/components/people/settings/late-card";
import { LimitsCard } from "@/components/people/settings/limits-card";
import { MerchantCard } from "@/components/people/settings/merchant-card";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { getAutoConverts } from "@/lib/money-in/conversions/auto-convert";
import { countDeciders } from "@/lib/money-out/payouts/dashboard-reviews";
import { isAllowed } from "@/lib/people/merchants/role";
import { getOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { merchantId, role } = await requireMember();
  const [settings, autoConverts, limits, deciderCount] = await Promise.all([
    getMerchantSettings(merchantId),
    getAutoConverts(merchantId),
    getOutflowLimits(merchantId),
    countDeciders(merchantId),
  ]);
  const { id, name, supportContact, latePolicy, lateDriftPercent, payerMayRefresh, refundRequestPolicy } = settings;
  const mayChange = isAllowed(role, "merchant.change");
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <MerchantCard key={id} settings={{ name, supportContact }} mayChange={mayChange} />
        <LateCard
          key={`late ${id}`}
          settings={{ latePolicy, lateDriftPercent, payerMayRefresh, refundRequestPolicy }}
          automaticFrom={settings.refundRequestsAutomaticFrom}
          mayChange={mayChange}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <LimitsCard key={`limits ${id}`} limits={limits} mayChange={mayChange} deciderCount={deciderCount} />
        <ConversionCard key={`convert ${id}`} settings={autoConverts} mayChange={mayChange} />
      </div>
    </div>
  );
}
