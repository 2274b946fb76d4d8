import { expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { groupTopUps, PARTS_MAX } from "@/lib/money-in/static-wallets/evaluate-top-ups";

const groups = (amounts: readonly string[], minimum: string) =>
  groupTopUps(
    amounts.map((amount) => ({ amount: decimal(amount) })),
    decimal(minimum),
  ).map((group) => group.map(({ amount }) => amount.toFixed()).join("+"));

test("each deposit that reaches the minimum is a separate top-up", () =>
  expect(groups(["1", "2"], "1")).toEqual(["1", "2"]));
test("smaller ones form one top-up as soon as their sum reaches it", () =>
  expect(groups(["0.4", "0.4", "0.4", "0.4"], "1")).toEqual(["0.4+0.4+0.4"]));
test("a sufficient one after a smaller one includes the smaller one", () =>
  expect(groups(["0.4", "5"], "1")).toEqual(["0.4+5"]));
test("without a minimum nothing waits", () => expect(groups(["0.00000001"], "0")).toEqual(["0.00000001"]));
test("deposits that stay below it are in none", () => expect(groups(["0.9"], "1")).toEqual([]));
test("of more than a top-up covers only the largest count, in the order they were seen", () => {
  const dust = Array.from({ length: PARTS_MAX + 50 }, () => "0.001");
  const [only, ...others] = groups(["0.3", ...dust, "5"], "1");
  expect(only).toBe(`0.3+${"0.001+".repeat(PARTS_MAX - 2)}5`);
  expect(others).toEqual([]);
});
test("dust that does not reach the minimum within the maximum number of parts waits", () =>
  expect(
    groups(
      Array.from({ length: 3 * PARTS_MAX }, () => "0.005"),
      "1",
    ),
  ).toEqual([]));
