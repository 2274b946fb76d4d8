import { readBody } from "@/lib/fronts/machine-api/read-body";

/** The fields of one form; more than this was not sent by the page. */
const FORM_BYTES_MAX = 1_024;

/**
 * What a form of the page sent; null when it is too long, or the browser says that another site
 * sent it. (The page sends no referrer, so browsers write `null` into Origin; Sec-Fetch-Site is
 * what tells.)
 */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  if (!isSentByPage(request)) return null;
  try {
    return new URLSearchParams(new TextDecoder().decode(await readBody(request, FORM_BYTES_MAX)));
  } catch {
    return null;
  }
}

/** Whether no browser says that another site sent it. */
export function isSentByPage({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none";
}

/** One button's name and value; null when it is missing. */
export async function readFormField(request: Request, name: string): Promise<string | null> {
  return (await readForm(request))?.get(name) ?? null;
}
