import { crc32, inflateSync } from "node:zlib";
import { toDataURL } from "qrcode";
import { describe, expect, test } from "vitest";
import { createQrMatrix, QUIET_ZONE_MODULES } from "@/lib/qr/qr-matrix";
import { qrPngDataUri } from "@/lib/qr/qr-png";
import { qrSvgPath } from "@/lib/qr/qr-svg";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const PAYMENT_URI =
  "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@56/transfer?address=0x8617E340B3D01FA5F11F306F4090FD50E238070D&uint256=1500000000000000000";
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["one digit", "1"],
  ["an address", ADDRESS],
  ["a payment URI", PAYMENT_URI],
  ["text outside ASCII", "заказ \u{1F600}"],
  ["the longest text", "x".repeat(2331)],
];

type Image = { readonly size: number; readonly isDark: (x: number, y: number) => boolean };

/** Reads our own PNG by the specification: signature, checked chunks, the two filters that we write. */
function readPng(uri: string): Image {
  const [head, body = ""] = uri.split(",");
  expect(head).toBe("data:image/png;base64");
  const file = Buffer.from(body, "base64");
  expect(file.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const typed = file.subarray(at + 4, at + 8 + length);
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(typed));
    chunks.set(typed.toString("latin1", 0, 4), typed.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  const header = chunks.get("IHDR") ?? Buffer.alloc(0);
  expect(header.subarray(8).toString("hex")).toBe("0100000000");
  const size = header.readUInt32BE(0);
  expect(header.readUInt32BE(4)).toBe(size);
  const pixels = unfilter(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0)), size / 8);
  return { size, isDark: (x, y) => ((pixels[y * (size / 8) + (x >> 3)] ?? 255) & (128 >> (x & 7))) === 0 };
}

function unfilter(lines: Buffer, width: number): Buffer {
  const count = lines.length / (width + 1);
  const pixels = Buffer.alloc(width * count);
  for (let line = 0; line < count; line++) {
    const filter = lines[line * (width + 1)];
    for (let index = 0; index < width; index++) {
      const above = filter === 2 ? (pixels[(line - 1) * width + index] ?? 0) : 0;
      pixels[line * width + index] = ((lines[line * (width + 1) + 1 + index] ?? 0) + above) & 255;
    }
  }
  return pixels;
}

describe("the PNG of a QR symbol", () => {
  test.each(TEXTS)("shows every module of the symbol, and light around it: %s", (_name, text) => {
    const matrix = createQrMatrix(text);
    const image = readPng(qrPngDataUri(text));
    const modulesWide = matrix.size + 2 * QUIET_ZONE_MODULES;
    expect(image.size).toBe(modulesWide * 8);
    expect(image.size).toBeGreaterThanOrEqual(200);
    let wrong = 0;
    for (let y = 0; y < image.size; y++) {
      for (let x = 0; x < image.size; x++) {
        const row = (y >> 3) - QUIET_ZONE_MODULES;
        const column = (x >> 3) - QUIET_ZONE_MODULES;
        const inside = row >= 0 && column >= 0 && row < matrix.size && column < matrix.size;
        if (image.isDark(x, y) !== (inside && matrix.isDark(row, column))) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  test.each([
    [ADDRESS, 500],
    [PAYMENT_URI, 1000],
  ])("is small: %s in under %i bytes", (text, limit) => {
    expect(Buffer.from(qrPngDataUri(text).split(",")[1] ?? "", "base64").length).toBeLessThan(limit);
  });

  test("takes less than half the time of the library's own PNG writer", async () => {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < 30; round++) {
      const start = performance.now();
      qrPngDataUri(PAYMENT_URI);
      const middle = performance.now();
      await toDataURL(PAYMENT_URI);
      ours.push(middle - start);
      theirs.push(performance.now() - middle);
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[15] ?? 0;
    expect(median(ours) * 2).toBeLessThan(median(theirs));
  });

  test("a text longer than a symbol can hold is refused", () => {
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
