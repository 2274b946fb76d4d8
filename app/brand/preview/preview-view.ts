import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { samplePayView } from "@/lib/fronts/payment-page/sample-pay-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import { brandInput } from "@/lib/people/brands/schema";
import { getMerchantSettings } from "@/lib/people/settings/settings-queries";

/**
 * A sample payment of the merchant. `asked` is a colour that need not be saved, or `own` for the
 * page's default; otherwise the saved colour is shown.
 */
export async function previewView(merchantId: string, asked: string | null, now: Date): Promise<PayView> {
  const [saved, shop] = await Promise.all([findBrand(merchantId), getMerchantSettings(merchantId)]);
  const { name: merchantName, latePolicy, lateDriftPercent } = shop;
  const supportContact = shop.supportContact === "" ? null : shop.supportContact;
  const brand = { ...saved, accent: accentOf(asked, saved.accent) };
  return samplePayView({ merchantName, supportContact, latePolicy, lateDriftPercent, brand }, now);
}

function accentOf(asked: string | null, saved: string | null): string | null {
  if (asked === "own") return null;
  const accent = brandInput.shape.accent.safeParse(asked);
  return accent.success ? (accent.data ?? saved) : saved;
}
