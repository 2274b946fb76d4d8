import { pageLanguage } from "@/app/pay/page-language";
import { pagePolicy } from "@/components/pay/page-policy";
import { renderPreview } from "@/components/pay/render-preview";
import { findBrand } from "@/lib/brands/find-brand";
import { brandInput } from "@/lib/brands/schema";
import { member } from "@/lib/dashboard/gates";
import { AppError } from "@/lib/errors";
import { samplePayView } from "@/lib/invoices/sample-pay-view";
import { getMerchantSettings } from "@/lib/merchants/settings-queries";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * How the merchant's payment page looks, for its members: `?accent=#rrggbb` shows a colour that is not saved yet, `?accent=own` the page's
 * own. Framed by our own pages alone.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const now = new Date();
    const { merchantId } = (await member("merchant.read").admit(request, now)).member;
    const [saved, shop] = await Promise.all([findBrand(merchantId), getMerchantSettings(merchantId)]);
    const brand = { ...saved, accent: accentOf(request, saved.accent) };
    const { name, supportContact, latePolicy, lateDriftPercent } = shop;
    const contact = supportContact === "" ? null : supportContact;
    const looks = { merchantName: name, supportContact: contact, brand, latePolicy, lateDriftPercent };
    const { words } = await pageLanguage(request);
    const html = await renderPreview(samplePayView(looks, now), "", words, now);
    const policy = pagePolicy(brand, ["'self'"]);
    return new Response(html, {
      headers: { ...NO_STORE, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(null, { status: 404, headers: NO_STORE });
  }
}

function accentOf({ url }: Request, saved: string | null): string | null {
  const asked = new URL(url).searchParams.get("accent");
  if (asked === "own") return null;
  const accent = brandInput.shape.accent.safeParse(asked);
  return accent.success ? (accent.data ?? saved) : saved;
}
