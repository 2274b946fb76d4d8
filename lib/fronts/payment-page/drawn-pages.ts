import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readPageFingerprint } from "@/lib/fronts/payment-page/page-fingerprint-repo";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { isOpen } from "@/lib/money-in/invoices/status";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** Of all documents that a process keeps, in bytes. */
const BYTES_MAX = 24 * 1024 * 1024;
/** What no row of the invoice tells, prices of other coins for example, may be as old as the catalog is under traffic. */
const AGE_MS_MAX = 3_000;
const compressed = promisify(gzip);

/** What an invoice was when its page was read: everything that its page shows follows from it. */
export type PageMoment = { readonly fingerprint: string; readonly catalog: Catalog };

/** A document as it was answered, and what was known then of the invoice. */
export type DrawnPage = {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly view: Pick<PayView, "uuid" | "status" | "expiresAt">;
};

type Kept = DrawnPage & PageMoment & { readonly until: number; packed: Buffer | undefined };

const pages = new LRUCache<string, Kept>({
  maxSize: BYTES_MAX,
  // A document is mostly ASCII, which V8 keeps in one byte a character; its packed form is a fifth.
  sizeCalculation: ({ html }) => Math.ceil(html.length * 1.2) + 1,
});

/** The moment that a page is read at. Asked before its rows are, so that what changes in between is another moment. */
export async function readMoment(uuid: string): Promise<PageMoment> {
  const [fingerprint, catalog] = await Promise.all([readPageFingerprint(uuid), loadCatalog()]);
  return { fingerprint, catalog };
}

/**
 * The page as this process drew it last, if nothing that it shows has changed since: one statement on indexes. `variant` is what a page of the same
 * invoice differs by.
 */
export async function findDrawn(uuid: string, variant: string, now = Date.now()): Promise<DrawnPage | null> {
  const kept = pages.get(`${uuid} ${variant}`);
  if (kept === undefined || kept.until <= now) return null;
  const { fingerprint, catalog } = await readMoment(uuid);
  return fingerprint === kept.fingerprint && catalog === kept.catalog ? kept : null;
}

/**
 * Keeps a page of an open invoice with a coin, read at `moment`. Others are not kept: what they show follows from more than the fingerprint covers,
 * or from prices.
 */
export function keepDrawn(
  variant: string,
  { view, html, headers }: Omit<DrawnPage, "view"> & { readonly view: PayView },
  moment: PageMoment,
  now = Date.now(),
): void {
  if (!isOpen(view.status) || view.quote === null || view.cases.length > 0) return;
  const until = Math.min(
    now + AGE_MS_MAX,
    view.expiresAt.getTime() > now ? view.expiresAt.getTime() : Number.MAX_VALUE,
  );
  const { uuid, status, expiresAt } = view;
  pages.set(`${uuid} ${variant}`, {
    html,
    headers,
    ...moment,
    view: { uuid, status, expiresAt },
    until,
    packed: undefined,
  });
}

/** The document compressed with gzip; made once for a page that is kept. */
export async function packDrawn(page: DrawnPage): Promise<Buffer> {
  const kept = page as Kept;
  kept.packed ??= await compressed(page.html);
  return kept.packed;
}
