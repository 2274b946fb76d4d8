import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { testRandom } from "@/lib/testing/random";
import { readTestSeed } from "@/scripts/lib/test-seed.mjs";

afterEach(() => vi.unstubAllEnvs());

function draw(name: string): readonly number[] {
  const random = testRandom(name);
  return Array.from({ length: 20 }, () => random.whole(0, 1_000));
}

test("one seed gives one name the same numbers, and another name or seed different ones", () => {
  expect(draw("crashes")).toEqual(draw("crashes"));
  expect(draw("crashes")).not.toEqual(draw("races"));
  const before = draw("crashes");
  vi.stubEnv("TEST_SEED", String(readTestSeed() === 7 ? 8 : 7));
  expect(draw("crashes")).not.toEqual(before);
});

test("properties run with the seed of the run, and a failure prints it", () => {
  const failing = () => fc.assert(fc.property(fc.integer(), () => false));
  expect(failing).toThrow(`seed: ${readTestSeed()},`);
});
