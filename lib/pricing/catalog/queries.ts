import { buildCatalog, type Catalog } from "@/lib/pricing/catalog/build-catalog";
import { readCatalog } from "@/lib/pricing/catalog/repo";

export type { Catalog } from "@/lib/pricing/catalog/build-catalog";

/** The picture is given out as it is for this long. */
const FRESH_MS = 3_000;
/**
 * Beyond that it is still given out while one read replaces it, so that no request waits; beyond
 * this age it is not.
 */
const STALE_MS = 15_000;

let current: { readonly catalog: Catalog; readonly text: string; readonly readAt: number } | undefined;
let reading: Promise<Catalog> | undefined;
/**
 * Grows when the picture is forgotten: a read that began before then may be older than the change
 * behind it.
 */
let generation = 0;

/**
 * The catalog as it was at most 15 seconds ago (3 under traffic). Any number of callers share one
 * read.
 *
 * Call it before a transaction is opened, not inside: the read takes a connection of its own, and
 * with every connection held by a transaction that waits for it nobody would get on.
 *
 * @throws what the database throws when nothing recent is held.
 */
export async function loadCatalog(): Promise<Catalog> {
  const age = current === undefined ? Number.POSITIVE_INFINITY : performance.now() - current.readAt;
  if (current !== undefined && age <= FRESH_MS) return current.catalog;
  reading ??= refresh(generation);
  if (current !== undefined && age <= STALE_MS) {
    canFail(reading);
    return current.catalog;
  }
  return await reading;
}

/**
 * The next `loadCatalog` of this process reads anew: for those who changed the tables, and for
 * tests.
 */
export function clearCatalogCache(): void {
  current = undefined;
  reading = undefined;
  generation += 1;
}

async function refresh(begunIn: number): Promise<Catalog> {
  const readAt = performance.now();
  try {
    const content = await readCatalog();
    const text = JSON.stringify(content, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
    // One that says the same stays the same object: pages that were drawn from it need not be drawn
    // again.
    const catalog = current?.text === text ? current.catalog : buildCatalog(content);
    if (begunIn === generation) current = { catalog, text, readAt };
    return catalog;
  } finally {
    if (begunIn === generation) reading = undefined;
  }
}

/**
 * A failed refresh in the background is not lost: once the picture is too old, the next caller
 * meets the error itself.
 */
function canFail(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
