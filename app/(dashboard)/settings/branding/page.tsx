import type { Metadata } from "next";
import { BrandCard } from "@/components/settings/brand-card";
import { BrandEmbedCard } from "@/components/settings/brand-embed-card";
import { findBrand } from "@/lib/brands/find-brand";
import { requireMember } from "@/lib/dashboard/require-member";
import { env } from "@/lib/env";
import { isAllowed } from "@/lib/merchants/role";
import { getMerchantSettings } from "@/lib/merchants/settings-queries";

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
