import { cookies } from "next/headers";
import type { z } from "zod";
import { ZONE_COOKIE, zoneOf } from "@/lib/fronts/analytics/zone-cookie-format";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** The query parameters that Next passes to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The default sort of every list, which the query string omits. */
const FIRST_SORT = "newest";

/**
 * Returns a list's filter from the query string in the same form as the browser's query key, so
 * that the list finds the prefetched data. Returns null if the query string is invalid, or names
 * days, which depend on the viewer's time zone: nothing is prefetched then, and the browser fetches
 * the list.
 */
export async function readListFilter<Filter extends object>(
  schema: z.ZodType<Filter>,
  searchParams: SearchParams,
): Promise<Filter | null> {
  const { from, to, sort, ...asked } = await searchParams;
  const parsed = schema.safeParse({ ...asked, ...(sort !== FIRST_SORT && { sort }) });
  if (!parsed.success || from !== undefined || to !== undefined) return null;
  const filter = { ...parsed.data };
  for (const name of Object.keys(filter) as (keyof Filter)[]) if (!filter[name]) delete filter[name];
  return filter;
}

/**
 * Returns the time zone that the viewer's browser reported on an earlier visit; null on the first
 * one.
 */
export async function viewerZone(): Promise<string | null> {
  const cookie = (await cookies()).get(ZONE_COOKIE)?.value;
  return zoneOf(cookie);
}

/**
 * Filter options of lists: every coin and network that ever existed, because history includes them.
 */
export type ListChoices = {
  readonly coins: readonly { readonly value: string; readonly label: string }[];
  readonly networks: readonly { readonly value: string; readonly label: string }[];
  /** Fiat first, because most amounts are requested in fiat. */
  readonly currencies: readonly { readonly value: string; readonly label: string }[];
};

export async function listChoices(): Promise<ListChoices> {
  const catalog = await loadCatalog();
  const services = catalog.services();
  const networks = new Map(services.map(({ network }) => [network.code, network.name]));
  const coins = [...new Set(services.map(({ currency }) => currency.code))].toSorted();
  const fiat = catalog.currencies().filter(({ kind }) => kind === "fiat");
  const plain = (code: string) => ({ value: code, label: code });
  return {
    coins: coins.map(plain),
    networks: [...networks]
      .map(([value, label]) => ({ value, label }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
    currencies: [...fiat.map(({ code }) => code).toSorted(), ...coins].map(plain),
  };
}
