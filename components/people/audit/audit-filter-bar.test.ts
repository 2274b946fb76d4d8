import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { AuditFilterBar } from "@/components/people/audit/audit-filter-bar";
import type { AuditFilterState } from "@/components/people/audit/use-audit-filter";

vi.mock("@/components/ui/use-time-zone", () => ({ useTimeZone: () => "Europe/Zurich" }));
afterAll(() => vi.doUnmock("@/components/ui/use-time-zone"));

test("the days of the audit log name their time zone", () => {
  const filter = { person: "", kind: "", from: "", to: "", search: "" } as unknown as AuditFilterState;
  const markup = renderToStaticMarkup(createElement(AuditFilterBar, { filter, people: [] }));
  expect(markup).toContain("midnight in Europe/Zurich");
});
