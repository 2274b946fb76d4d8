import { createRequire } from "node:module";
import { create } from "qrcode";
import { describe, expect, test, vi } from "vitest";
import { createQrMatrix, QUIET_ZONE_MODULES, qrSvgPath } from "@/lib/kernel/qr/qr-matrix";
import { qrPngDataUri } from "@/lib/kernel/qr/qr-png";
import { readPng } from "@/lib/kernel/qr/testing/read-png";
import { readSymbol } from "@/lib/kernel/qr/testing/read-symbol";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const PAYMENT_URI =
  "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@56/transfer?address=0x8617E340B3D01FA5F11F306F4090FD50E238070D&uint256=1500000000000000000";
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["one digit", "1"],
  ["an address", ADDRESS],
  ["a payment URI", PAYMENT_URI],
  ["non-ASCII text", "заказ \u{1F600}"],
  ["the longest text", "x".repeat(2331)],
];

/** Returns an internal module of the symbol library. */
const library = (part: string): Record<string, () => unknown> =>
  createRequire(import.meta.url)(`qrcode/lib/core/${part}`);

describe("the PNG of a QR symbol", () => {
  test.each(TEXTS)("shows every module of the symbol, with a light border: %s", (_name, text) => {
    const matrix = createQrMatrix(text);
    const image = readPng(qrPngDataUri(text));
    const modulesWide = matrix.size + 2 * QUIET_ZONE_MODULES;
    expect([image.width, image.height]).toEqual([modulesWide * 8, modulesWide * 8]);
    expect(image.width).toBeGreaterThanOrEqual(200);
    let wrong = 0;
    for (let y = 0; y < image.height; y++) {
      for (let x = 0; x < image.width; x++) {
        const row = (y >> 3) - QUIET_ZONE_MODULES;
        const column = (x >> 3) - QUIET_ZONE_MODULES;
        const inside = row >= 0 && column >= 0 && row < matrix.size && column < matrix.size;
        const isDark = image.light[y * image.width + x] === 0;
        if (isDark !== (inside && matrix.isDark(row, column))) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  test.each(TEXTS)("is decoded to the text by an independent decoder: %s", (_name, text) => {
    expect(readSymbol(readPng(qrPngDataUri(text)))).toBe(text);
  });

  test.each([
    [ADDRESS, 500],
    [PAYMENT_URI, 1000],
  ])("is small: %s in under %i bytes", (text, limit) => {
    expect(Buffer.from(qrPngDataUri(text).split(",")[1] ?? "", "base64").length).toBeLessThan(limit);
  });

  test("tries no other masks, and does not search a short text for parts with a shorter encoding", () => {
    const bestMask = vi.spyOn(library("mask-pattern"), "getBestMask");
    const parts = vi.spyOn(library("segments"), "fromString");
    qrPngDataUri(ADDRESS);
    expect(parts).not.toHaveBeenCalled();
    qrPngDataUri(PAYMENT_URI);
    expect(parts).toHaveBeenCalledTimes(1);
    expect(bestMask).not.toHaveBeenCalled();
    // The library calls them by default.
    create(PAYMENT_URI);
    expect([bestMask, parts].map((asked) => asked.mock.calls.length)).toEqual([1, 2]);
  });

  test("rejects a text longer than a symbol can hold", () => {
    expect(() => qrPngDataUri("x".repeat(2332))).toThrow();
    expect(() => qrPngDataUri("")).toThrow();
  });
});

describe("the SVG path of a QR symbol", () => {
  test.each(TEXTS)("covers exactly the dark modules: %s", (_name, text) => {
    const matrix = createQrMatrix(text);
    const { size, path } = qrSvgPath(text);
    expect(size).toBe(matrix.size + 2 * QUIET_ZONE_MODULES);
    const dark = new Set<string>();
    for (const [, x = "", y = "", run = "", back = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
      expect(back).toBe(run);
      for (let step = 0; step < Number(run); step++) dark.add(`${Number(x) + step},${y}`);
    }
    expect(path.replace(/M\d+ \d+h\d+v1h-\d+z/g, "")).toBe("");
    for (let row = 0; row < matrix.size; row++) {
      for (let column = 0; column < matrix.size; column++) {
        const key = `${column + QUIET_ZONE_MODULES},${row + QUIET_ZONE_MODULES}`;
        expect(dark.delete(key)).toBe(matrix.isDark(row, column));
      }
    }
    expect(dark.size).toBe(0);
  });
});
