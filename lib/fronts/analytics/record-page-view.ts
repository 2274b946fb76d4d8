import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";

/**
 * Programs that fetch a page and are nobody who could pay: previews of links in messengers, search
 * engines, watchers, scripts.
 */
const PROGRAMS =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|embedly|facebookexternalhit|facebot|whatsapp|telegram|skypeuri|vkshare|pinterest|bingpreview|lighthouse|pingdom|uptime|monitor|curl\/|wget\/|python|go-http|okhttp|java\/|node-fetch|axios|undici|headless-fetch|libwww/i;
/** What a browser calls a page that it shows, in a window or inside another page. */
const SHOWN = new Set(["document", "iframe", "frame", "fencedframe"]);

/**
 * Whether a request looks like a person who opens a page to see it now: no HEAD, no fetching ahead,
 * no part of another page, no known program. A guess, and a cheap one: a program that calls itself
 * a browser passes, and a browser without any name does not.
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
 * Pages that this process has written down, oldest first: a payer reloads, and the second look
 * costs no statement.
 */
const recorded = new Set<string>();
const RECORDED_MAX = 10_000;

export type Opening = {
  readonly invoiceId: string;
  /**
   * Whoever is signed in here and opens it; null for nearly every payer. Asked only where it
   * matters.
   */
  readonly findUserId: () => Promise<string | null>;
  readonly at: Date;
};

/**
 * Writes that a person opened an invoice's payment page: once for each invoice, however many
 * processes and looks there are. A look of the merchant's own people is none. Never throws, because
 * no page may fail on it: an opening that could not be written is logged, and the next look tries
 * again.
 */
export async function recordPageView({ invoiceId, findUserId, at }: Opening): Promise<void> {
  if (recorded.has(invoiceId)) return;
  try {
    // At once, so that looks at the same moment are one statement.
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

/** For tests: as after a start. */
export function clearPageViewCache(): void {
  recorded.clear();
}

/**
 * Writes that a payment page was opened, unless that is known already. Never changes a moment that
 * was written.
 */
async function insertPageView(invoiceId: string, at: Date): Promise<void> {
  await database().$executeRaw`
    INSERT INTO invoice_milestones AS m (invoice_id, opened_at) VALUES (${invoiceId}::uuid, ${at})
    ON CONFLICT (invoice_id) DO UPDATE SET opened_at = excluded.opened_at WHERE m.opened_at IS NULL`;
}

/** Since when openings are written down at all. */
export async function readOpeningsSince(): Promise<Date> {
  return (await database().milestoneState.findUniqueOrThrow({ where: { id: 1 } })).pageViewsSince;
}

/** Whether a user works for the invoice's merchant: whose own look at its page is no payer's. */
async function isOfOwnMerchant(invoiceId: string, userId: string): Promise<boolean> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM invoices i JOIN merchant_members m ON m.merchant_id = i.merchant_id
    WHERE i.id = ${invoiceId}::uuid AND m.user_id = ${userId}::uuid`;
  return rows.length > 0;
}
