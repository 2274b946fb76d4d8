import { cookies } from "next/headers";
import type { z } from "zod";
import { ZONE_COOKIE, zoneOf } from "@/lib/fronts/analytics/zone-cookie-format";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** What Next gives a page of the address's query. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** How every list begins: not asked for by name. */
const FIRST_SORT = "newest";

/**
 * The filter of a list as the address bar has it, in the form in which the browser asks for it:
 * what is fetched here under that key is what the list finds. Null where the address makes no
 * sense, or names days, which begin where the viewer is: nothing is fetched ahead then, and the
 * browser asks by itself.
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

/** The time zone that the viewer's browser told on an earlier visit; null on the first one. */
export async function viewerZone(): Promise<string | null> {
  const cookie = (await cookies()).get(ZONE_COOKIE)?.value;
  return zoneOf(cookie);
}

/**
 * What lists can be narrowed by: every coin and network that there ever was, as history has them
 * too.
 */
export type ListChoices = {
  readonly coins: readonly { readonly value: string; readonly label: string }[];
  readonly networks: readonly { readonly value: string; readonly label: string }[];
  /** Fiat first: what most amounts are asked for in. */
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
