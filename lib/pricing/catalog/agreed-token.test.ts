import { describe, expect, test } from "vitest";
import { codeOfSymbol, evaluateTokenReports, isReviewedCurrency } from "@/lib/pricing/catalog/agreed-token";

type Said = readonly [node: string, symbol: string | null, decimals?: number];

const told = (...said: readonly Said[]) =>
  said.map(([node, symbol, decimals = 18]) => ({
    ...{ node, head: null, error: null },
    answer: { token: symbol === null ? null : { symbol, decimals } },
  }));
const silent = { node: "quiet.test", head: null, answer: null, error: "no answer" };
const agreed = (nodeReports: Parameters<typeof evaluateTokenReports>[0], hosts = 2) =>
  evaluateTokenReports(nodeReports, hosts).token;

describe("the reports of several nodes about a token", () => {
  test("are accepted when two hosts agree and none disagrees", () => {
    const link = { symbol: "LINK", decimals: 18 };
    expect(agreed(told(["one.test", "LINK"], ["two.test", "LINK"]))).toEqual(link);
    expect(agreed([...told(["one.test", "LINK"], ["two.test", "LINK"]), silent])).toEqual(link);
    expect(agreed(told(["one.test", "LINK"]), 1)).toEqual(link);
  });

  test.each([
    ["several nodes of one host report the token", "few", told(["one.test:1", "LINK"], ["one.test:2", "LINK"])],
    ["one host reports the token and another does not respond", "few", [...told(["one.test", "LINK"]), silent]],
    [
      "one host reports that there is no token and another does not respond",
      "few",
      [...told(["one.test", null]), silent],
    ],
    ["two hosts report different decimals", "contradiction", told(["one.test", "LINK"], ["two.test", "LINK", 6])],
    ["two hosts report different symbols", "contradiction", told(["one.test", "LINK"], ["two.test", "LINKS"])],
    [
      "one of three hosts reports that there is no token",
      "contradiction",
      told(["one.test", "LINK"], ["two.test", "LINK"], ["three.test", null]),
    ],
    ["all hosts report that there is no token", "none", told(["one.test", null], ["two.test", null])],
  ])("are not accepted if %s", (_case, outcome, nodeReports) => {
    expect(evaluateTokenReports(nodeReports, 2)).toMatchObject({ outcome, token: null });
  });

  test("are shown verbatim, limited to one line", () => {
    const { nodeReports } = evaluateTokenReports(
      [...told(["one.test", "X".repeat(500), 6], ["two.test", null]), silent],
      2,
    );
    expect(nodeReports).toEqual([
      { node: "one.test", report: `"${"X".repeat(40)}", 6 decimals` },
      { node: "two.test", report: "Token not found" },
      { node: "quiet.test", report: "no answer" },
    ]);
  });
});

test("a symbol becomes a code in upper case, but not a look-alike, a sentence or a single letter", () => {
  expect(["LINK", "wstETH", "1INCH"].map(codeOfSymbol)).toEqual(["LINK", "WSTETH", "1INCH"]);
  expect(["USD₮", "ſOL", "LINK ", "visit a.test", "X", "A".repeat(13), ""].map(codeOfSymbol)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("a currency that this version defines cannot be an added token, including former codes and fiat", () => {
  expect(["USDT", "ETH", "MATIC", "EUR", "LINK"].map(isReviewedCurrency)).toEqual([true, true, true, true, false]);
});
