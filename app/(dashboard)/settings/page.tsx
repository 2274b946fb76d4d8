import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { BrandCard } from "@/components/settings/brand-card";
import { BrandEmbedCard } from "@/components/settings/brand-embed-card";
import { ConversionCard } from "@/components/settings/conversion-card";
import { LateCard } from "@/components/settings/late-card";
import { LimitsCard } from "@/components/settings/limits-card";
import { MerchantCard } from "@/components/settings/merchant-card";
import { PasswordCard } from "@/components/settings/password-card";
import { ProfileCard } from "@/components/settings/profile-card";
import { ReferralCard } from "@/components/settings/referral-card";
import { SessionsCard } from "@/components/settings/sessions-card";
import { PageHeader } from "@/components/ui/page-header";
import { findBrand } from "@/lib/brands/find-brand";
import { accountQueries } from "@/lib/client/account";
import { createQueryClient } from "@/lib/client/query-client";
import { getAutoConverts } from "@/lib/conversions/queries";
import { requireMember } from "@/lib/dashboard/require-member";
import { env } from "@/lib/env";
import { isAllowed } from "@/lib/merchants/role";
import { listSessions } from "@/lib/merchants/session-queries";
import { getOutflowLimits } from "@/lib/merchants/set-outflow-limits";
import { getMerchantSettings } from "@/lib/merchants/settings-queries";
import { countDeciders } from "@/lib/payouts/dashboard-reviews";
import { getReferrals } from "@/lib/referrals/queries";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { merchantId, role, session } = await requireMember();
  const queries = createQueryClient();
  const sessions = () => listSessions(session.user.id, session.id, new Date());
  const [
    { id, name, supportContact, refundRequestsAutomaticFrom, ...care },
    autoConverts,
    referrals,
    limits,
    deciderCount,
    brand,
  ] = await Promise.all([
    getMerchantSettings(merchantId),
    getAutoConverts(merchantId),
    getReferrals(session.user.id),
    getOutflowLimits(merchantId),
    countDeciders(merchantId),
    findBrand(merchantId),
    queries.prefetchQuery({ ...accountQueries.sessions(), queryFn: sessions }),
  ]);
  const mayChange = isAllowed(role, "merchant.change");
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <MerchantCard key={id} settings={{ name, supportContact }} mayChange={mayChange} />
          <LateCard
            key={`late ${id}`}
            settings={care}
            automaticFrom={refundRequestsAutomaticFrom}
            mayChange={mayChange}
          />
          <LimitsCard key={`limits ${id}`} limits={limits} mayChange={mayChange} deciderCount={deciderCount} />
          <ConversionCard key={`convert ${id}`} settings={autoConverts} mayChange={mayChange} />
          <ProfileCard name={session.user.name} email={session.user.email} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <BrandCard
            key={`brand ${id}`}
            settings={brand}
            merchantName={name}
            supportContact={supportContact}
            mayChange={mayChange}
          />
          <BrandEmbedCard baseUrl={env().BASE_URL} />
          <ReferralCard referrals={referrals} />
          <PasswordCard />
          <HydrationBoundary state={dehydrate(queries)}>
            <SessionsCard />
          </HydrationBoundary>
        </div>
      </div>
    </>
  );
}
