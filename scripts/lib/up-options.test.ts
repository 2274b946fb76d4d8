import { describe, expect, test } from "vitest";
import { NETWORKS } from "@/lib/chains/networks/networks";
import { parseUpOptions, USAGE } from "@/scripts/lib/up-options.mjs";

const DEFAULT = ["eth", "bsc", "polygon", "arbitrum", "avalanche", "btc", "ltc", "tron", "sol", "ton"];

describe("--chains", () => {
  test("left out means the chains that show something of their own at little cost, and the help names all", () => {
    expect(parseUpOptions([]).chains).toEqual(DEFAULT);
    expect(parseUpOptions(["--chains", "xmr,eth"]).chains).toEqual(["eth", "xmr"]);
    const simulated = NETWORKS.filter(({ sandbox }) => sandbox !== null).map(({ code }) => code);
    expect(USAGE).toContain(simulated.join(","));
  });

  test("takes some of them, in whatever order they are named, each once", () => {
    expect(parseUpOptions(["--chains", "tron, eth,tron"]).chains).toEqual(["eth", "tron"]);
  });

  test("refuses a code that it does not know, and a list of nothing", () => {
    for (const text of ["eth,doge", "", "eth,"])
      expect(() => parseUpOptions(["--chains", text])).toThrow(/expected codes out of/);
  });
});

test("numbers out of their range are refused by the name of their flag", () => {
  expect(() => parseUpOptions(["--port", "65536"])).toThrow(/--port/);
  expect(() => parseUpOptions(["--workers", "0"])).toThrow(/--workers/);
});
