import { z } from "zod";
import { formatRate } from "@/lib/kernel/money/format";
import { refusal } from "@/lib/kernel/refusals";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { findFreshRate } from "@/lib/pricing/rates/queries";

/** `GET /v1/exchange-rate/{currency}/list`: what stands in the path. */
export const listRatesInput = z.object({ currency: z.string().max(64, "validation.max.string") });

const courseView = z.strictObject({
  from: z.string(),
  to: z.string(),
  course: z.string().describe("Units of `to` for one of `from`: 8 decimals; below 0.001, 8 significant digits"),
});
export type CourseView = z.output<typeof courseView>;

export const courseListView = z.array(courseView);

/** Anybody may ask, as often as they like: a list is made once in this time. */
const CACHE_MS = 3_000;

type Kept = { readonly list: Promise<readonly CourseView[]>; readonly madeAt: number };

/** One entry for each currency of the catalog at most, since others are refused before. */
const cache = new Map<string, Kept>();

/**
 * Our own rates from one currency, in any case, to every other of the catalog, fiat and crypto, as
 * `GET /v1/exchange-rate/{currency}/list` answers them: at most three seconds old. What has no
 * fresh price is left out, so the list may be empty.
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
  // A failure is not kept; whoever waits for it meets the error.
  list.catch(() => cache.delete(from));
  return await list;
}

/** The next question of this process makes its list anew: for tests. */
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
