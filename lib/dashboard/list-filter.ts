import type { z } from "zod";

/** What Next gives a page of the address's query. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

type Asked<Group> = { readonly status?: Group | undefined; readonly q?: string | undefined };

/**
 * The filter of a list as the address bar has it, in the form in which the browser asks for it: what is fetched here under that key is
 * what the list finds. Null where the address makes no sense: nothing is fetched ahead then, and the browser asks by itself.
 */
export async function readListFilter<Group extends string>(
  schema: z.ZodType<Asked<Group>>,
  searchParams: SearchParams,
) {
  const parsed = schema.safeParse(await searchParams);
  if (!parsed.success) return null;
  const { status, q } = parsed.data;
  return { ...(status && { status }), ...(q && { q }) };
}
