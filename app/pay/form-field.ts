import { readBody } from "@/lib/api/read-body";

/** One button's name and value; more than this was not sent by the page. */
const FORM_BYTES_MAX = 1_024;

/**
 * One field of a form of the page; null when it is missing, the form is too long, or the browser says that another site sent it.
 * (The page sends no referrer, so browsers write `null` into Origin; Sec-Fetch-Site is what tells.)
 */
export async function readFormField(request: Request, name: string): Promise<string | null> {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return null;
  try {
    const body = await readBody(request, FORM_BYTES_MAX);
    return new URLSearchParams(new TextDecoder().decode(body)).get(name);
  } catch {
    return null;
  }
}
