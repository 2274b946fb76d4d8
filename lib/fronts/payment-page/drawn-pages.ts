import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readPageFingerprint } from "@/lib/fronts/payment-page/page-fingerprint-repo";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { isOpen } from "@/lib/money-in/invoices/status";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** Total of all documents cached by a process, in bytes. */
const BYTES_MAX = 24 * 1024 * 1024;
/**
 * Data that the invoice's rows do not contain, such as another coin's missing price, may be as old
 * as the catalog may be.
 */
const AGE_MS_MAX = 15_000;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * The version of an invoice at which its page was read: determines everything that the page shows.
 */
export type PageMoment = { readonly fingerprint: string; readonly catalog: Catalog };

/** A response document, compressed with gzip, and the state of its invoice. */
export type DrawnPage = {
  readonly packed: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  readonly view: Pick<PayView, "uuid" | "status" | "expiresAt">;
};

type Kept = DrawnPage & PageMoment & { readonly until: number };

/** Headers and keys in addition to the document. */
const BESIDE_BYTES = 2_000;
const pages = new LRUCache<string, Kept>({
  maxSize: BYTES_MAX,
  sizeCalculation: ({ packed }) => packed.byteLength + BESIDE_BYTES,
});

/**
 * Returns the version at which a page is read. Call it before reading the rows, so that a change in
 * between gives another version.
 */
export async function readMoment(uuid: string): Promise<PageMoment> {
  const [fingerprint, catalog] = await Promise.all([readPageFingerprint(uuid), loadCatalog()]);
  return { fingerprint, catalog };
}

/**
 * Returns the page as last rendered by this process, if nothing that it shows has changed since:
 * one statement on indexes. `variant` distinguishes pages of the same invoice.
 */
export async function findDrawn(uuid: string, variant: string, now = Date.now()): Promise<DrawnPage | null> {
  const kept = pages.get(`${uuid} ${variant}`);
  if (kept === undefined || kept.until <= now) return null;
  const { fingerprint, catalog } = await readMoment(uuid);
  return fingerprint === kept.fingerprint && catalog === kept.catalog ? kept : null;
}

/**
 * Caches a page of an open invoice with a coin, read at `moment`. Others are not cached: they
 * depend on prices, or on more than the fingerprint covers.
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

/** Decompresses the document, for the few clients that do not accept gzip. */
export async function unpackDrawn({ packed }: DrawnPage): Promise<string> {
  return (await unpack(packed)).toString("utf8");
}
