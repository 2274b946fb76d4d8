import type { z } from "zod";

/** What Next gives a page of the address's query. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

type Asked<Group> = {
  readonly status?: Group | undefined;
  readonly q?: string | undefined;
  readonly coin?: string | undefined;
  readonly network?: string | undefined;
  readonly currency?: string | undefined;
};

/**
 * The filter of a list as the address bar has it, in the form in which the browser asks for it: what is fetched here under that key is
 * what the list finds. Null where the address makes no sense, or names days, which begin where the viewer is: nothing is fetched ahead
 * then, and the browser asks by itself.
 */
export async function readListFilter<Group extends string>(
  schema: z.ZodType<Asked<Group>>,
  searchParams: SearchParams,
) {
  const { from, to, ...asked } = await searchParams;
  const parsed = schema.safeParse(asked);
  if (!parsed.success || from !== undefined || to !== undefined) return null;
  const { status, q, coin, network, currency } = parsed.data;
  return {
    ...(status && { status }),
    ...(q && { q }),
    ...(coin && { coin }),
    ...(network && { network }),
    ...(currency && { currency }),
  };
}
