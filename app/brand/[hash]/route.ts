import { refuseTooManyAsks } from "@/app/pay/refuse-too-many";
import { findLogo } from "@/lib/people/brands/find-brand";

type LogoParams = { readonly params: Promise<{ readonly hash: string }> };

/** The image was rendered by us; opened directly it must still be nothing but an image. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Serves a merchant's logo. Its name is the hash of its content, so it is cached forever. */
export async function GET(request: Request, { params }: LogoParams): Promise<Response> {
  const tooMany = refuseTooManyAsks(request);
  if (tooMany !== null) return tooMany;
  const logo = await findLogo((await params).hash);
  if (logo === null) return new Response(null, { status: 404, headers: { ...HEADERS, "Cache-Control": "no-store" } });
  return new Response(logo, {
    headers: { ...HEADERS, "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
