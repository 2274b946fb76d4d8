import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readPageFingerprint } from "@/lib/fronts/payment-page/page-fingerprint-repo";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { isOpen } from "@/lib/money-in/invoices/status";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** Of all documents that a process keeps, in bytes. */
const BYTES_MAX = 24 * 1024 * 1024;
/**
 * What no row of the invoice tells, that another coin has no fresh price for example, may be as old
 * as the catalog may be.
 */
const AGE_MS_MAX = 15_000;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** What an invoice was when its page was read: everything that its page shows follows from it. */
export type PageMoment = { readonly fingerprint: string; readonly catalog: Catalog };

/** A document as it was answered, compressed with gzip, and what was known then of the invoice. */
export type DrawnPage = {
  readonly packed: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly view: Pick<PayView, "uuid" | "status" | "expiresAt">;
};

type Kept = DrawnPage & PageMoment & { readonly until: number };

/** Beside the document: its headers and keys. */
const BESIDE_BYTES = 2_000;
const pages = new LRUCache<string, Kept>({
  maxSize: BYTES_MAX,
  sizeCalculation: ({ packed }) => packed.byteLength + BESIDE_BYTES,
});

/**
 * The moment that a page is read at. Asked before its rows are, so that what changes in between is
 * another moment.
 */
export async function readMoment(uuid: string): Promise<PageMoment> {
  const [fingerprint, catalog] = await Promise.all([readPageFingerprint(uuid), loadCatalog()]);
  return { fingerprint, catalog };
}

/**
 * The page as this process drew it last, if nothing that it shows has changed since: one statement
 * on indexes. `variant` is what a page of the same invoice differs by.
 */
export async function findDrawn(uuid: string, variant: string, now = Date.now()): Promise<DrawnPage | null> {
  const kept = pages.get(`${uuid} ${variant}`);
  if (kept === undefined || kept.until <= now) return null;
  const { fingerprint, catalog } = await readMoment(uuid);
  return fingerprint === kept.fingerprint && catalog === kept.catalog ? kept : null;
}

/**
 * Keeps a page of an open invoice with a coin, read at `moment`. Others are not kept: what they
 * show follows from more than the fingerprint covers, or from prices.
 */
export async function keepDrawn(
  variant: string,
  { view, html, headers }: Pick<DrawnPage, "headers"> & { readonly view: PayView; readonly html: string },
  moment: PageMoment,
  now = Date.now(),
): Promise<void> {
  if (!isOpen(view.status) || view.quote === null || view.cases.length > 0) return;
  const { uuid, status, expiresAt } = view;
  const until = Math.min(now + AGE_MS_MAX, expiresAt.getTime() > now ? expiresAt.getTime() : Number.MAX_VALUE);
  const packed = await pack(html);
  pages.set(`${uuid} ${variant}`, { packed, headers, ...moment, view: { uuid, status, expiresAt }, until });
}

/** The document as it was before it was compressed, for the few who do not take that. */
export async function unpackDrawn({ packed }: DrawnPage): Promise<string> {
  return (await unpack(packed)).toString("utf8");
}
