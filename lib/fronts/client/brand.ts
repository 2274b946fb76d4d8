import { z } from "zod";
import { fetchJson, RequestFailure, withSearch } from "@/lib/fronts/client/fetch-json";
import { LOGO_FILE_BYTES_MAX, LOGO_FILE_TOO_LARGE } from "@/lib/people/brands/schema";

/** How a merchant's payment pages look. */

/** What is too large is not sent at all: a server that stops reading looks like one that does not answer. @throws RequestFailure */
export async function uploadLogo(file: Blob) {
  if (file.size > LOGO_FILE_BYTES_MAX) throw new RequestFailure(0, "body_too_large", LOGO_FILE_TOO_LARGE);
  return fetchJson("/api/merchant/brand/logo", z.object({ hash: z.string() }), { method: "POST", file });
}

/** A sample of the payment page in the saved looks, but in a colour that need not be saved yet; null: the page's own. */
export function previewPath(accent: string | null): string {
  return withSearch("/brand/preview", { accent: accent ?? "own" });
}
