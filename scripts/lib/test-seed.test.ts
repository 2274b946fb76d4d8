import { expect, test } from "vitest";
import { readTestSeed } from "@/scripts/lib/test-seed.mjs";

test("without a setting the seed is the same in every run", () => {
  const env = {};
  expect(readTestSeed(env)).toBe(readTestSeed({ TEST_SEED: "" }));
  expect(env).toEqual({});
});

test("a number is used unchanged, and `random` is drawn once for all processes", () => {
  expect(readTestSeed({ TEST_SEED: "0" })).toBe(0);
  const env: Record<string, string> = { TEST_SEED: "random" };
  const drawn = readTestSeed(env);
  expect(readTestSeed(env)).toBe(drawn);
  const others = Array.from({ length: 8 }, () => readTestSeed({ TEST_SEED: "random" }));
  expect(new Set(others).size).toBeGreaterThan(1);
});

test.each(["-1", "1.5", "ten", "2147483648"])("%s is rejected", (text) => {
  expect(() => readTestSeed({ TEST_SEED: text })).toThrow(/TEST_SEED/);
});
