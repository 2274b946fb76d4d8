import { expect, test } from "vitest";
import { CHAPTERS, pagesOf } from "@/components/delivery/docs/places";
import { findEntries, searchEntriesOf } from "@/components/delivery/docs/search-entries";
import { buildReference } from "@/lib/fronts/machine-api/openapi/reference";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";

const reference = buildReference(OPERATIONS, "https://gateway.example");
const entries = searchEntriesOf(reference);
const kindsOf = (text: string) => new Set(findEntries(entries, text).map(({ kind }) => kind));

test("every operation has a place on the page of its group, and each page a path of its own", () => {
  const pages = pagesOf(reference);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.every(({ path }) => /^\/docs\/api(\/[a-z-]+)?$/.test(path))).toBe(true);
  expect(pages.flatMap(({ places }) => places)).toHaveLength(CHAPTERS.length + OPERATIONS.length);
});

test("operations, parameters, errors and validation codes are found by any part of their names", () => {
  const [first] = findEntries(entries, "create an invoice");
  expect(first).toMatchObject({ kind: "Operation", path: "/docs/api/invoices#post-v1-payment" });
  expect(findEntries(entries, "/v1/payment/info")[0]).toMatchObject({ kind: "Operation" });
  expect(findEntries(entries, "is_subtract")).not.toEqual([]);
  expect(kindsOf("is_subtract")).toEqual(new Set(["Parameter"]));
  expect(kindsOf("not enough funds")).toEqual(new Set(["Error"]));
  expect(kindsOf("validation.required")).toContain("Validation code");
  expect(findEntries(entries, "order_id")[0]).toMatchObject({ kind: "Parameter", name: "order_id" });
});

test("no text finds nothing, and a common one a bounded number", () => {
  expect(findEntries(entries, "  ")).toEqual([]);
  expect(findEntries(entries, "xyzzy")).toEqual([]);
  expect(findEntries(entries, "e")).toHaveLength(12);
});
