import { expect, test } from "vitest";
import { badgesOf } from "@/components/fronts/inbox/inbox-counts";

const shown = (cases: number, requests: number, reviews: number) =>
  [...badgesOf({ cases, requests, reviews })].map(([path, { text, meaning }]) => [path, text, meaning]);

test("cases and refund requests are counted at their page, approvals at the payouts, and all in the inbox", () => {
  expect(shown(2, 1, 4)).toEqual([
    ["/inbox", "7", "7 to decide"],
    ["/cases", "3", "3 open"],
    ["/payouts", "4", "4 awaiting approval"],
  ]);
});

test("an entry without work has no badge", () => {
  expect(shown(0, 0, 0)).toEqual([]);
  expect(shown(0, 0, 1).map(([path]) => path)).toEqual(["/inbox", "/payouts"]);
});

test("a number above 99 is not given exactly", () => {
  expect(shown(99, 0, 0)[1]).toEqual(["/cases", "99", "99 open"]);
  expect(shown(100, 100, 0)[1]).toEqual(["/cases", "99+", "99+ open"]);
  expect(shown(60, 30, 30)[0]).toEqual(["/inbox", "99+", "99+ to decide"]);
});
