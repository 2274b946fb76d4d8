import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastOf, PAIRS } from "@/components/fronts/design/contrast";

test("black on white is 21, a colour on itself 1, in either order", () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrastOf([255, 255, 255], [0, 0, 0])).toBeCloseTo(21);
  expect(contrastOf([12, 99, 200], [12, 99, 200])).toBeCloseTo(1);
  expect(contrastOf([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

test("every pair uses existing tokens", () => {
  const css = readFileSync("app/globals.css", "utf8");
  for (const { front, ground } of PAIRS)
    for (const name of [front, ground]) expect(css).toContain(`\n  --${name}: oklch(`);
});
