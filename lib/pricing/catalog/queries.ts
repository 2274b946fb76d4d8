import { buildCatalog, type Catalog } from "@/lib/pricing/catalog/build-catalog";
import { readCatalog } from "@/lib/pricing/catalog/repo";

export type { Catalog } from "@/lib/pricing/catalog/build-catalog";

/** Up to this age, the snapshot is returned as it is. */
const FRESH_MS = 3_000;
/** Up to this age, it is still returned while a read replaces it, so that no request waits. */
const STALE_MS = 15_000;

let current: { readonly catalog: Catalog; readonly text: string; readonly readAt: number } | undefined;
let reading: Promise<Catalog> | undefined;
/** Incremented when the cache is cleared: a read that began earlier may predate the change. */
let generation = 0;

/**
 * Returns the catalog as it was at most 15 seconds ago (3 under traffic). Concurrent callers share
 * one read.
 *
 * Call it before opening a transaction, not inside one: the read needs its own connection, and if
 * all connections were held by transactions that wait for it, none could proceed.
 *
 * @throws any error of the database when nothing recent is cached
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
 * Makes the next `loadCatalog` of this process read the tables: for code that changed them, and for
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
    // Keeps the same object for the same content: pages rendered from it need not be rendered
    // again.
    const catalog = current?.text === text ? current.catalog : buildCatalog(content);
    if (begunIn === generation) current = { catalog, text, readAt };
    return catalog;
  } finally {
    if (begunIn === generation) reading = undefined;
  }
}

/**
 * An error of the background refresh is not lost: once the snapshot is too old, the next caller
 * gets the error.
 */
function canFail(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
