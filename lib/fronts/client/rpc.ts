import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from "@tanstack/react-query";
import type { AnyTRPCProcedure, AnyTRPCQueryProcedure, inferProcedureInput, inferProcedureOutput } from "@trpc/server";
import { fetchAnswer, withSearch } from "@/lib/fronts/client/fetch-json";
// The type alone: the router itself would bring the server into the page.
import type { Router } from "@/lib/fronts/dashboard/router";

type Path = readonly string[];
type Search = Readonly<Record<string, string | null | undefined>>;
type Call = {
  readonly signal?: AbortSignal;
  /** False for what the dialogs themselves ask: a refusal stays one. */
  readonly mayAskAgain?: boolean;
};
type Cursor = string | null;
type Paged = { readonly nextCursor: Cursor };
type Own = "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam" | "initialData";
type Rest<Out> = Omit<UndefinedInitialDataOptions<Out>, Own>;
type PagesRest<Out> = Omit<UndefinedInitialDataInfiniteOptions<Out, Error, InfiniteData<Out>, QueryKey, Cursor>, Own>;

/** A query is asked in the address: what is null or empty there is left out. */
type QueryInput<In> = In extends object ? { readonly [Name in keyof In]: In[Name] | null } : In;

type Query<In, Out> = {
  /** The answer, once. @throws RequestFailure */
  readonly query: (asked: QueryInput<In>, call?: Call) => Promise<Out>;
  readonly queryOptions: (asked: QueryInput<In>, rest?: Rest<Out>) => ReturnType<typeof optionsOf<Out>>;
  readonly queryKey: (asked: QueryInput<In>) => ReturnType<typeof optionsOf<Out>>["queryKey"];
} & (Out extends Paged
  ? {
      /** Of a list: pages by `cursor` and `nextCursor`. */
      readonly infiniteQueryOptions: (asked: QueryInput<In>, rest?: PagesRest<Out>) => ReturnType<typeof pagesOf<Out>>;
      readonly infiniteQueryKey: (asked: QueryInput<In>) => ReturnType<typeof pagesOf<Out>>["queryKey"];
    }
  : unknown);

/** @throws RequestFailure */
type Mutation<In, Out> = { readonly mutate: (input: In, call?: Call) => Promise<Out> };

type Operations<Routes> = {
  readonly [Name in keyof Routes]: Routes[Name] extends AnyTRPCQueryProcedure
    ? Query<inferProcedureInput<Routes[Name]>, inferProcedureOutput<Routes[Name]>>
    : Routes[Name] extends AnyTRPCProcedure
      ? Mutation<inferProcedureInput<Routes[Name]>, inferProcedureOutput<Routes[Name]>>
      : Operations<Routes[Name]>;
};

/**
 * Between the name of a list and what of it is asked for: a query of the same name has another
 * answer.
 */
const PAGES = "pages";

const addressOf = (path: Path) => `/api/rpc/${path.join(".")}`;

/** These two alone: a mutation of the query client hands over more. */
const callOf = ({ signal, mayAskAgain }: Call): Call => ({
  ...(signal && { signal }),
  ...(mayAskAgain !== undefined && { mayAskAgain }),
});

function ask<Out>(path: Path, asked: unknown, call: Call = {}): Promise<Out> {
  return fetchAnswer<Out>(withSearch(addressOf(path), { ...(asked as Search) }), callOf(call));
}

function order<Out>(path: Path, input: unknown, call: Call = {}): Promise<Out> {
  return fetchAnswer<Out>(addressOf(path), { method: "POST", body: input ?? {}, ...callOf(call) });
}

function optionsOf<Out>(path: Path, asked: unknown, rest?: Rest<Out>) {
  return queryOptions<Out>({
    ...rest,
    queryKey: [...path, asked ?? {}],
    queryFn: ({ signal }) => ask<Out>(path, asked, { signal }),
  });
}

function pagesOf<Out>(path: Path, asked: unknown, rest?: PagesRest<Out>) {
  return infiniteQueryOptions<Out, Error, InfiniteData<Out>, QueryKey, Cursor>({
    ...rest,
    queryKey: [...path, PAGES, asked ?? {}],
    queryFn: ({ pageParam, signal }) => ask<Out>(path, { ...(asked as Search), cursor: pageParam }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => (page as Paged).nextCursor,
  });
}

const WAYS: Readonly<Record<string, (path: Path, asked: unknown, rest?: never) => unknown>> = {
  query: ask,
  mutate: order,
  queryOptions: optionsOf,
  queryKey: (path, asked) => optionsOf(path, asked).queryKey,
  infiniteQueryOptions: pagesOf,
  infiniteQueryKey: (path, asked) => pagesOf(path, asked).queryKey,
};

function operationsAt(path: Path): unknown {
  return new Proxy(() => undefined, {
    get: (_, name) => (typeof name === "string" ? operationsAt([...path, name]) : undefined),
    apply: (_, _this, [asked, rest]: [unknown, never]) => WAYS[path.at(-1) ?? ""]?.(path.slice(0, -1), asked, rest),
  });
}

/**
 * Every operation of the pages, as the router defines it: `rpc.payouts.create.mutate(form)`,
 * `useQuery(rpc.payouts.detail.queryOptions({ id }))`. Each is asked for the merchant that the page
 * shows; see `fetchAnswer`.
 */
export const rpc = operationsAt([]) as Operations<Router["_def"]["record"]>;
