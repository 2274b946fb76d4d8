import { describe, expect, test } from "vitest";
import { NETWORKS } from "@/lib/chains/networks/networks";
import { parseUpOptions, USAGE } from "@/scripts/lib/up-options.mjs";

const DEFAULT = ["eth", "bsc", "polygon", "arbitrum", "avalanche", "btc", "ltc", "tron", "sol", "ton"];

describe("--chains", () => {
  test("defaults to the chains that each show something distinct at little cost, and the help names all", () => {
    expect(parseUpOptions([]).chains).toEqual(DEFAULT);
    expect(parseUpOptions(["--chains", "xmr,eth"]).chains).toEqual(["eth", "xmr"]);
    const simulated = NETWORKS.filter(({ sandbox }) => sandbox !== null).map(({ code }) => code);
    expect(USAGE).toContain(simulated.join(","));
  });

  test("selects some of them, in any order, each once", () => {
    expect(parseUpOptions(["--chains", "tron, eth,tron"]).chains).toEqual(["eth", "tron"]);
  });

  test("rejects an unknown code, and an empty list", () => {
    for (const text of ["eth,doge", "", "eth,"])
      expect(() => parseUpOptions(["--chains", text])).toThrow(/expected codes out of/);
  });
});

test("numbers out of range are rejected with the name of their flag", () => {
  expect(() => parseUpOptions(["--port", "65536"])).toThrow(/--port/);
  expect(() => parseUpOptions(["--workers", "0"])).toThrow(/--workers/);
});
