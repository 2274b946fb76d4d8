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
// Type import only: the router itself would bundle the server into the page.
import type { Router } from "@/lib/fronts/dashboard/router";

type Path = readonly string[];
type Search = Readonly<Record<string, string | null | undefined>>;
type Call = {
  readonly signal?: AbortSignal;
  /** False for the dialogs' own requests: their errors open no dialog. */
  readonly mayAskAgain?: boolean;
};
type Cursor = string | null;
type Paged = { readonly nextCursor: Cursor };
type Own = "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam" | "initialData";
type Rest<Out> = Omit<UndefinedInitialDataOptions<Out>, Own>;
type PagesRest<Out> = Omit<UndefinedInitialDataInfiniteOptions<Out, Error, InfiniteData<Out>, QueryKey, Cursor>, Own>;

/** A query's input is sent in the URL, which omits null and empty values. */
type QueryInput<In> = In extends object ? { readonly [Name in keyof In]: In[Name] | null } : In;

type Query<In, Out> = {
  /** Fetches once. @throws RequestFailure */
  readonly query: (asked: QueryInput<In>, call?: Call) => Promise<Out>;
  readonly queryOptions: (asked: QueryInput<In>, rest?: Rest<Out>) => ReturnType<typeof optionsOf<Out>>;
  readonly queryKey: (asked: QueryInput<In>) => ReturnType<typeof optionsOf<Out>>["queryKey"];
} & (Out extends Paged
  ? {
      /** For lists: pages by `cursor` and `nextCursor`. */
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
 * Separates the query keys of a paged list from those of a single query with the same name, whose
 * data differs.
 */
const PAGES = "pages";

const addressOf = (path: Path) => `/api/rpc/${path.join(".")}`;

/** Picks these two only: a mutation of the query client passes more. */
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
 * `useQuery(rpc.payouts.detail.queryOptions({ id }))`. Each is requested for the page's merchant;
 * see `fetchAnswer`.
 */
export const rpc = operationsAt([]) as Operations<Router["_def"]["record"]>;
