import { z } from "zod";
import type { BrandInput } from "@/lib/brands/schema";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";

/** How a merchant's payment pages look. */

const done = z.object({});

export function saveBrand(input: BrandInput) {
  return fetchJson("/api/merchant/brand", done, { method: "POST", body: input });
}

export function uploadLogo(file: Blob) {
  return fetchJson("/api/merchant/brand/logo", z.object({ hash: z.string() }), { method: "POST", file });
}

export function removeLogo() {
  return fetchJson("/api/merchant/brand/logo", done, { method: "DELETE" });
}

/** A sample of the payment page in the saved looks, but in a colour that need not be saved yet; null: the page's own. */
export function previewPath(accent: string | null): string {
  return withSearch("/brand/preview", { accent: accent ?? "own" });
}
