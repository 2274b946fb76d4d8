import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FilterTabs, type FilterTabsProps } from "@/components/ui/filter-tabs";

test("a count is read apart from the label of its tab, and an unknown one is left out", () => {
  const choices: FilterTabsProps<string>["choices"] = [
    { value: "open", label: "Open", count: "2" },
    { value: "paid", label: "Paid", count: null },
  ];
  const tabs = { label: "Status", value: "open", choices, onChange: () => undefined };
  const markup = renderToStaticMarkup(createElement(FilterTabs, tabs));
  const names = [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inner = ""]) =>
    inner.replace(/<[^>]*>/g, ""),
  );
  expect(names).toEqual(["Open 2", "Paid"]);
});
