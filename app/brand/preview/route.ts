import { previewView } from "@/app/brand/preview/preview-view";
import { pageLanguage } from "@/app/pay/page-language";
import { pagePolicy } from "@/components/payers/pay/page-policy";
import { renderPreview } from "@/components/payers/pay/render-preview";
import { member } from "@/lib/fronts/dashboard/gates";
import { AppError } from "@/lib/kernel/errors";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * Previews the merchant's payment page for its members. `?accent=` shows a colour before it is
 * saved. Only our own pages may frame it.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const now = new Date();
    const { merchantId } = (await member("merchant.read").admit(request, now)).member;
    const { messages } = await pageLanguage(request);
    const view = await previewView(merchantId, new URL(request.url).searchParams.get("accent"), now);
    const headers = {
      ...NO_STORE,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(view.brand, ["'self'"]),
    };
    return new Response(await renderPreview(view, "", messages, now), { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(null, { status: 404, headers: NO_STORE });
  }
}
