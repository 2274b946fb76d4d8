import { z } from "zod";
import { formatRate } from "@/lib/kernel/money/format";
import { refusal } from "@/lib/kernel/refusals";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { findFreshRate } from "@/lib/pricing/rates/queries";

/** Path parameter of `GET /v1/exchange-rate/{currency}/list`. */
export const listRatesInput = z.object({ currency: z.string().max(64, "validation.max.string") });

const courseView = z.strictObject({
  from: z.string(),
  to: z.string(),
  course: z.string().describe("Units of `to` for one of `from`: 8 decimals; below 0.001, 8 significant digits"),
});
export type CourseView = z.output<typeof courseView>;

export const courseListView = z.array(courseView);

/** Anybody may call it, as often as they like: a list is built once within this time. */
const CACHE_MS = 3_000;

type Kept = { readonly list: Promise<readonly CourseView[]>; readonly madeAt: number };

/** At most one entry per currency of the catalog, since others are rejected earlier. */
const cache = new Map<string, Kept>();

/**
 * Lists the gateway's own rates from one currency, in any case, to every other one of the catalog,
 * fiat and crypto, for `GET /v1/exchange-rate/{currency}/list`: at most three seconds old. Leaves
 * out currencies without a fresh price, so the list may be empty.
 * @throws AppError `currency_not_found`
 */
export async function listRates(currency: string): Promise<readonly CourseView[]> {
  const catalog = await loadCatalog();
  const from = catalog.currency(currency)?.code;
  if (from === undefined) throw refusal("currency_not_found");
  const before = cache.get(from);
  if (before !== undefined && performance.now() - before.madeAt < CACHE_MS) return before.list;
  const others = catalog.currencies().flatMap(({ code }) => (code === from ? [] : [code]));
  const list = makeList(from, others);
  cache.set(from, { list, madeAt: performance.now() });
  // A failure is not cached; its waiting callers get the error.
  list.catch(() => cache.delete(from));
  return await list;
}

/** Makes the next call of this process build its list again: for tests. */
export function clearRateListCache(): void {
  cache.clear();
}

async function makeList(from: string, others: readonly string[]): Promise<readonly CourseView[]> {
  const courses = await Promise.all(others.map((to) => findCourse(from, to)));
  return courses.filter((course) => course !== null);
}

async function findCourse(from: string, to: string): Promise<CourseView | null> {
  const found = await findFreshRate({ from, to });
  return found && { from, to, course: formatRate(found.rate) };
}
