import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";

/**
 * Programs that fetch a page and cannot be a payer: link previews of messengers, search engines,
 * monitors, scripts.
 */
const PROGRAMS =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|embedly|facebookexternalhit|facebot|whatsapp|telegram|skypeuri|vkshare|pinterest|bingpreview|lighthouse|pingdom|uptime|monitor|curl\/|wget\/|python|go-http|okhttp|java\/|node-fetch|axios|undici|headless-fetch|libwww/i;
/** The `sec-fetch-dest` values of a page shown in a window or embedded in another page. */
const SHOWN = new Set(["document", "iframe", "frame", "fencedframe"]);

/**
 * Whether a request appears to come from a person opening the page now: no HEAD, no prefetch, no
 * subresource, no known program. A cheap heuristic: a program that identifies itself as a browser
 * passes, and a browser without a user agent does not.
 */
export function isPerson(request: Pick<Request, "method" | "headers">): boolean {
  const { method, headers } = request;
  if (method !== "GET") return false;
  const ahead = [headers.get("sec-purpose"), headers.get("purpose"), headers.get("x-purpose"), headers.get("x-moz")];
  if (ahead.some((value) => value !== null && /prefetch|prerender|preview/i.test(value))) return false;
  const shownAs = headers.get("sec-fetch-dest");
  if (shownAs !== null && !SHOWN.has(shownAs)) return false;
  const name = headers.get("user-agent");
  return name !== null && name !== "" && !PROGRAMS.test(name);
}

/**
 * Page views recorded by this process, oldest first: when a payer reloads, the second view costs no
 * statement.
 */
const recorded = new Set<string>();
const RECORDED_MAX = 10_000;

export type Opening = {
  readonly invoiceId: string;
  /**
   * Returns the signed-in user who opens it; null for nearly every payer. Called only when it
   * matters.
   */
  readonly findUserId: () => Promise<string | null>;
  readonly at: Date;
};

/**
 * Records that a person opened an invoice's payment page: once per invoice across all processes and
 * views. Views by members of the merchant do not count. Never throws, because no page may fail
 * because of it: a failed write is logged, and the next view tries again.
 */
export async function recordPageView({ invoiceId, findUserId, at }: Opening): Promise<void> {
  if (recorded.has(invoiceId)) return;
  try {
    // Before the write, so that concurrent views cause one statement.
    rememberRecorded(invoiceId);
    const userId = await findUserId();
    const isOwn = userId !== null && (await isOfOwnMerchant(invoiceId, userId));
    if (isOwn) recorded.delete(invoiceId);
    else await insertPageView(invoiceId, at);
  } catch (error) {
    recorded.delete(invoiceId);
    log().warn({ error, invoice: invoiceId }, "an opened payment page could not be written down");
  }
}

function rememberRecorded(invoiceId: string): void {
  recorded.add(invoiceId);
  if (recorded.size <= RECORDED_MAX) return;
  for (const oldest of recorded) {
    recorded.delete(oldest);
    return;
  }
}

/** For tests: resets to the state after a start. */
export function clearPageViewCache(): void {
  recorded.clear();
}

/** Records a page view unless there is one. Never changes a recorded time. */
async function insertPageView(invoiceId: string, at: Date): Promise<void> {
  await database().$executeRaw`
    INSERT INTO invoice_milestones AS m (invoice_id, opened_at) VALUES (${invoiceId}::uuid, ${at})
    ON CONFLICT (invoice_id) DO UPDATE SET opened_at = excluded.opened_at WHERE m.opened_at IS NULL`;
}

/** Returns the time since which page views are recorded. */
export async function readOpeningsSince(): Promise<Date> {
  return (await database().milestoneState.findUniqueOrThrow({ where: { id: 1 } })).pageViewsSince;
}

/** Whether a user is a member of the invoice's merchant: their own views are not a payer's. */
async function isOfOwnMerchant(invoiceId: string, userId: string): Promise<boolean> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM invoices i JOIN merchant_members m ON m.merchant_id = i.merchant_id
    WHERE i.id = ${invoiceId}::uuid AND m.user_id = ${userId}::uuid`;
  return rows.length > 0;
}
