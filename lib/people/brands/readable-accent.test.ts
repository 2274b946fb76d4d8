import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTRAST_MIN, contrast, readableAccent } from "@/lib/people/brands/readable-accent";

const SURFACES = {
  light: ["#ffffff", "#fbfaf8", "#f5f3f0"],
  dark: ["#17191e", "#0f1014", "#1f2228"],
} as const;

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("contrast matches the examples of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ffffff", "#767676")).toBeCloseTo(4.54, 2);
});

test.each(["light", "dark"] as const)("any colour is readable in the %s theme, as text and under text", (theme) => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { accent, onAccent } = readableAccent(colour, theme);
      expect(accent).toMatch(/^#[0-9a-f]{6}$/);
      for (const surface of [...SURFACES[theme], onAccent]) {
        expect(contrast(accent, surface)).toBeGreaterThanOrEqual(CONTRAST_MIN);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a readable colour is left unchanged", () => {
  expect(readableAccent("#3d4cb8", "light")).toEqual({ accent: "#3d4cb8", onAccent: "#ffffff" });
  expect(readableAccent("#96acfe", "dark")).toEqual({ accent: "#96acfe", onAccent: "#0b1023" });
});

test("yellow becomes darker on white, navy lighter on black, and neither loses its hue to grey", () => {
  const yellow = readableAccent("#ffdd00", "light").accent;
  expect(contrast(yellow, "#ffffff")).toBeLessThan(5.2);
  expect(yellow).toBe("#806f00");
  expect(readableAccent("#000080", "dark").accent).toMatch(/^#(..)\1/);
});

test("the surfaces match the page's style", () => {
  const style = readFileSync("components/payers/pay/style/base.css", "utf8");
  const [light = "", dark = ""] = style.split("prefers-color-scheme: dark");
  for (const [text, theme] of [
    [light, "light"],
    [dark, "dark"],
  ] as const) {
    const surfaces = ["card", "ground", "raised"].map(
      (name) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(text)?.[1],
    );
    expect(surfaces).toEqual([...SURFACES[theme]]);
  }
});
