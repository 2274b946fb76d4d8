import { describe, expect, test } from "vitest";
import { parseTestOptions } from "./test-options.mjs";

const whole = { index: 1, count: 1 };

describe("the flags of npm test", () => {
  test("default to the whole gate", () => {
    expect(parseTestOptions([])).toEqual({ tier: "gate", shard: whole, help: false });
  });

  test.each([
    [["--all"], "all"],
    [["--long"], "long"],
    [["--all", "--long"], "long"],
  ] as const)("%j select the tier %s", (args, tier) => {
    expect(parseTestOptions(args).tier).toBe(tier);
  });

  test.each([
    ["--shard=2/3", { index: 2, count: 3 }],
    ["--shard=12/12", { index: 12, count: 12 }],
  ])("%s selects a part of the tests", (flag, shard) => {
    expect(parseTestOptions(["--all", flag]).shard).toEqual(shard);
  });

  test.each(["0/3", "4/3", "1", "1/0", "a/b", "1/3/5", "-1/3"])("--shard=%s is rejected", (text) => {
    expect(() => parseTestOptions([`--shard=${text}`])).toThrow("--shard");
  });

  test.each(["--fast", "--al", "lib/kernel/money"])("%s is rejected by name", (flag) => {
    expect(() => parseTestOptions([flag])).toThrow(flag);
  });
});
