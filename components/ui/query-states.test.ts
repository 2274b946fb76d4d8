import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Loaded, PagedList, type Pages } from "@/components/ui/query-states";

const ROWS = { pages: [{ items: ["a row"] }] };
const here = { data: ROWS, error: null, isPlaceholderData: false, fetchStatus: "idle" } as const;

const list = (query: object) =>
  renderToStaticMarkup(
    createElement(PagedList<string>, {
      query: query as UseInfiniteQueryResult<Pages<string>>,
      failure: "The rows could not be loaded",
      empty: "nothing",
      // biome-ignore lint/correctness/noChildrenProp: a function, which is no element
      children: (rows) => rows.join(),
    }),
  );

describe("a list without a network", () => {
  test("never shows the rows of another filter, and says why there are none", () => {
    const html = list({ ...here, isPlaceholderData: true, fetchStatus: "paused" });
    expect(html).toContain("You are offline");
    expect(html).not.toContain("a row");
  });

  test("says so instead of showing an endless skeleton", () => {
    expect(list({ ...here, data: undefined, fetchStatus: "paused" })).toContain("You are offline");
    expect(list({ ...here, data: undefined, fetchStatus: "fetching" })).toContain("Loading");
  });

  test("keeps its own rows, and says that they may be outdated", () => {
    const html = list({ ...here, fetchStatus: "paused" });
    expect(html).toContain("a row");
    expect(html).toContain("You are offline");
    expect(list(here)).not.toContain("offline");
  });

  test("shows the rows of another filter only while those of the new one are loading", () => {
    expect(list({ ...here, isPlaceholderData: true, fetchStatus: "fetching" })).toMatch(/aria-busy="true".*a row/);
  });
});

test("data of another range is not shown either without a network", () => {
  const query = { ...here, isPlaceholderData: true, fetchStatus: "paused" } as unknown as UseQueryResult<typeof ROWS>;
  const html = renderToStaticMarkup(
    // biome-ignore lint/correctness/noChildrenProp: a function, which is no element
    createElement(Loaded<typeof ROWS>, { query, failure: "", children: () => "figures" }),
  );
  expect(html).toContain("You are offline");
  expect(html).not.toContain("figures");
});
