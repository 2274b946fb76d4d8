import { readBody } from "@/lib/fronts/machine-api/read-body";

/** Size limit for the fields of one form; most pages send less. */
const FORM_BYTES_MAX = 1_024;

/**
 * Returns the fields of a form of the page; null if it is too long, or if the browser reports that
 * another site sent it. (The page sends no referrer, so browsers set Origin to `null`; only
 * Sec-Fetch-Site can be used.)
 */
export async function readForm(request: Request, bytesMax = FORM_BYTES_MAX): Promise<URLSearchParams | null> {
  if (!isSentByPage(request)) return null;
  try {
    return new URLSearchParams(new TextDecoder().decode(await readBody(request, bytesMax)));
  } catch {
    return null;
  }
}

/** Returns false if the browser reports that another site sent the request. */
export function isSentByPage({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}

/** Returns the value of one form field; null if it is missing. */
export async function readFormField(request: Request, name: string): Promise<string | null> {
  return (await readForm(request))?.get(name) ?? null;
}
