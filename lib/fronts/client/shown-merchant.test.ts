import { afterEach, expect, test, vi } from "vitest";
import { browserQueryClient } from "@/lib/fronts/client/query-client";
import { claimPages, leaveForMerchant } from "@/lib/fronts/client/shown-merchant";
import { isLost } from "@/lib/fronts/dashboard/merchant-choice";
import { readSources } from "@/scripts/lib/import-graph.mjs";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tab whose frame shows this merchant. */
function tabOf(merchantId: string) {
  const frame = { getAttribute: () => merchantId };
  const page = { querySelector: () => frame, cookie: "" };
  const assign = vi.fn();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", { location: { protocol: "https:", assign } });
  return { page, assign };
}

test("a tab that leaves for another merchant has its next page rendered for that one, and reclaims its own if the user stays", () => {
  vi.useFakeTimers();
  const { page, assign } = tabOf("shop-1");
  leaveForMerchant("/overview");
  claimPages();
  expect([assign.mock.calls, page.cookie]).toEqual([[["/overview"]], ""]);
  vi.advanceTimersByTime(2_000);
  expect(page.cookie).toMatch(/^chaintill\.merchant=shop-1; .*; Secure$/);
});

test("pages of one merchant do not find data that the tab cached about another", () => {
  tabOf("shop-1");
  browserQueryClient("shop-1").setQueryData(["payouts"], "of shop 1");
  const found = ["shop-1", "shop-2", null].map((id) => browserQueryClient(id).getQueryData(["payouts"]));
  expect(found).toEqual(["of shop 1", undefined, undefined]);
});

test("every refresh of a page names its merchant", () => {
  const users = readSources(["app", "components", "lib"]).filter(({ text }) => /router\.refresh\(/.test(text));
  expect(users.map(({ path }) => path)).toEqual(["lib/fronts/client/use-refresh.ts"]);
});

test.each([
  ["one of its user's merchants is not told that it is lost", ["a", "b"], "b", false],
  ["a merchant that its user no longer belongs to is told that it is lost", ["a"], "b", true],
  ["no merchant yet is not told that one is lost", ["a"], undefined, false],
  ["a merchant is not told that it is lost if its user belongs to none", [], "b", false],
] as const)("a browser that showed %s", (_what, own, preferred, lost) => {
  const memberships = own.map((merchantId) => ({ merchantId }));
  expect(isLost(memberships, preferred)).toBe(lost);
});
