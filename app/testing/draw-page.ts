import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type Query, type QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { createElement, type ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import SettingsLayout from "@/app/(dashboard)/settings/layout";
import { createQueryClient } from "@/lib/fronts/client/query-client";

/**
 * Renders a dashboard page as its server does, and again with the data that its components fetch in
 * a browser.
 */

const PART = join(import.meta.dirname, "../(dashboard)");
/** Components may fetch more once their first data has arrived. */
const ROUNDS_MAX = 5;

type Props = {
  readonly params: Promise<Record<string, string>>;
  readonly searchParams: Promise<Record<string, string>>;
};
type Page = (props: Props) => Promise<ReactNode>;

/** Returns the paths of the pages, from the folders: `/invoices/[id]`. */
export function dashboardPages(): readonly string[] {
  return readdirSync(PART, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page.tsx"))
    .map((file) => `/${dirname(file).replaceAll("\\", "/")}`)
    .sort();
}

export type Drawing = { readonly params: Record<string, string>; readonly search: Record<string, string> };

/** Returns the markup of a page. @throws what the page throws, including redirects */
export async function drawPage(address: string, { params, search }: Drawing): Promise<string> {
  const { default: draw }: { default: Page } = await import(join(PART, address, "page.tsx"));
  const queries = createQueryClient();
  const asked = rememberAsked(queries);
  for (let round = 1; ; round += 1) {
    const page = await draw({ params: Promise.resolve(params), searchParams: Promise.resolve(search) });
    const content = address.startsWith("/settings") ? await SettingsLayout({ children: page }) : page;
    const html = await written(content, queries, search);
    if (round === ROUNDS_MAX || !(await askForRest(queries, asked))) return html;
  }
}

async function written(content: ReactNode, queries: QueryClient, search: Record<string, string>): Promise<string> {
  const place = { searchParams: search, hasMemory: true, children: content };
  const data = { client: queries, children: createElement(NuqsTestingAdapter, place) };
  const { prelude } = await prerenderToNodeStream(createElement(QueryClientProvider, data));
  return await text(prelude);
}

/**
 * Keeps queries alive until the page is rendered: some would be dropped as soon as they have no
 * observer.
 */
function rememberAsked(queries: QueryClient): Set<Query> {
  const asked = new Set<Query>();
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "added") return;
    asked.add(query);
    new QueryObserver(queries, { ...query.options, queryKey: query.queryKey, enabled: false }).subscribe(
      () => undefined,
    );
  });
  return asked;
}

/** Fetches the queries that have no data yet; returns whether there were any. */
async function askForRest(queries: QueryClient, asked: Set<Query>): Promise<boolean> {
  const missing = [...asked].filter(
    ({ queryKey, options }) => typeof options.queryFn === "function" && queries.getQueryData(queryKey) === undefined,
  );
  asked.clear();
  await Promise.allSettled(missing.map((query) => query.fetch()));
  return missing.length > 0;
}
