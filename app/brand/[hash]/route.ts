import { refuseTooManyAsks } from "@/app/pay/refuse-too-many";
import { findLogo } from "@/lib/people/brands/find-brand";

type LogoParams = { readonly params: Promise<{ readonly hash: string }> };

/** What is in it was drawn by us; opened by itself it is still nothing but a picture. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** A merchant's logo. Its name is its content, so it is kept for ever. */
export async function GET(request: Request, { params }: LogoParams): Promise<Response> {
  const tooMany = refuseTooManyAsks(request);
  if (tooMany !== null) return tooMany;
  const logo = await findLogo((await params).hash);
  if (logo === null) return new Response(null, { status: 404, headers: { ...HEADERS, "Cache-Control": "no-store" } });
  return new Response(logo, {
    headers: { ...HEADERS, "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
