import type { Metadata } from "next";
import { BrandCard } from "@/components/people/settings/brand-card";
import { BrandEmbedCard } from "@/components/people/settings/brand-embed-card";
import { requireMember } from "@/lib/fronts/dashboard/require-member";
import { env } from "@/lib/kernel/env";
import { findBrand } from "@/lib/people/brands/find-brand";
import { isAllowed } from "@/lib/people/merchants/role";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";

export const metadata: Metadata = { title: "Branding" };

export default async function BrandingPage() {
  const { merchantId, role } = await requireMember();
  const [{ id, name, supportContact }, brand] = await Promise.all([
    getMerchantSettings(merchantId),
    findBrand(merchantId),
  ]);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <BrandCard
        key={`brand ${id}`}
        settings={brand}
        merchantName={name}
        supportContact={supportContact}
        mayChange={isAllowed(role, "merchant.change")}
      />
      <BrandEmbedCard baseUrl={env().BASE_URL} />
    </div>
  );
}
