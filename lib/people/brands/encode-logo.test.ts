import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { encodeLogo, LOGO_BYTES_MAX } from "@/lib/people/brands/encode-logo";
import { LOGO_FILE_BYTES_MAX } from "@/lib/people/brands/schema";

type Shape = { readonly width: number; readonly height: number };

const flat = ({ width, height }: Shape) => sharp({ create: { width, height, channels: 4, background: "#3d4cb8" } });

/** Incompressible pixels; the same in every run. */
function noise({ width, height }: Shape) {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0, state = 1; at < data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = state >>> 24;
  }
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/**
 * A PNG of any claimed size with that many rows of zeros: a few kilobytes that decompress to
 * gigabytes.
 */
function bomb({ width, height }: Shape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 64 * 1024 * 1024)), { level: 9 });
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

async function refusal(file: Uint8Array): Promise<string> {
  const error: unknown = await encodeLogo(file).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`it was not refused as it should: ${String(error)}`);
  expect(error.code).toBe("invalid_request");
  expect(Object.keys(error.fields ?? {})).toEqual(["logo"]);
  return error.message;
}

describe("a logo", () => {
  test.each(["png", "jpeg", "webp", "gif"] as const)(
    "from %s is WebP within the bounds, with its aspect ratio preserved",
    async (format) => {
      const logo = await encodeLogo(await flat({ width: 1_000, height: 200 }).toFormat(format).toBuffer());
      const { format: kept, width, height } = await sharp(logo.bytes).metadata();
      expect([kept, width, height]).toEqual(["webp", 320, 64]);
      expect([logo.width, logo.height]).toEqual([320, 64]);
      expect(logo.hash).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  test.each([
    { width: 320, height: 96 },
    { width: 4_000, height: 3 },
    { width: 3, height: 4_000 },
    { width: 600, height: 600 },
  ])("of noise, $width by $height, still has at most 6 KB", async (shape) => {
    const logo = await encodeLogo(await noise(shape).png().toBuffer());
    expect(logo.bytes.length).toBeLessThanOrEqual(LOGO_BYTES_MAX);
    expect(logo.width).toBeLessThanOrEqual(320);
    expect(logo.height).toBeLessThanOrEqual(96);
  });

  test("is never enlarged", async () => {
    const logo = await encodeLogo(await flat({ width: 20, height: 10 }).png().toBuffer());
    expect([logo.width, logo.height]).toEqual([20, 10]);
  });

  test("keeps its transparency, and is the first frame of an animation", async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect((await sharp((await encodeLogo(clear)).bytes).metadata()).hasAlpha).toBe(true);
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { bytes, height } = await encodeLogo(animated);
    const [red = 0, , blue = 0] = await sharp(bytes).raw().toBuffer();
    expect(height).toBe(40);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  test("reveals neither where nor with what it was created, and follows its camera's orientation", async () => {
    const file = await flat({ width: 60, height: 30 })
      .jpeg()
      .withExif({ IFD0: { Copyright: "secret-owner" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const logo = await encodeLogo(file);
    const { exif, icc, xmp, iptc } = await sharp(logo.bytes).metadata();
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(logo.bytes.includes("secret-owner")).toBe(false);
    expect([logo.width, logo.height]).toEqual([30, 60]);
  });

  test("that is a page or a script appended to a picture loses the appended part", async () => {
    const png = await flat({ width: 30, height: 30 }).png().toBuffer();
    for (const tail of ["<script>alert(1)</script>", "PK\x03\x04", "%PDF-1.7"]) {
      const logo = await encodeLogo(Buffer.concat([png, Buffer.from(tail)]));
      expect(logo.bytes.includes(tail)).toBe(false);
    }
  });
});

describe("a file is rejected that is", () => {
  test.each([
    ["empty", ""],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'],
    [
      "an SVG with a script",
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ["an SVG with an external entity", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'],
    ["an HTML page", "<!doctype html><img src=x onerror=alert(1)>"],
    ["a PDF", "%PDF-1.7\n"],
    ["a TIFF", "II*\0\x08\0\0\0"],
    ["a bitmap", "BM\x36\0\0\0"],
    ["an icon", "\0\0\x01\0\x01\0"],
    ["a gzipped SVG", "\x1f\x8b\x08\0"],
    ["an AVIF", "\0\0\0\x20ftypavif"],
  ])("%s", async (_name, text) => {
    expect(await refusal(Buffer.from(text, "latin1"))).toMatch(/^Use a PNG, JPEG, WebP or GIF image/);
  });

  test("an SVG with the first bytes of a PNG, or another signature without a picture", async () => {
    for (const start of ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "GIF89a", "RIFF\0\0\0\0WEBP"]) {
      const file = Buffer.concat([Buffer.from(start, "latin1"), Buffer.from("<svg><script>1</script></svg>")]);
      expect(await refusal(file)).toMatch(/could not be read|damaged/);
    }
  });

  test("cut off in the middle", async () => {
    const file = await noise({ width: 200, height: 200 }).png().toBuffer();
    expect(await refusal(file.subarray(0, file.length / 2))).toMatch(/could not be read|damaged/);
  });

  test("of more than 2 MB, before any of it is read", async () => {
    expect(await refusal(Buffer.alloc(LOGO_FILE_BYTES_MAX + 1, 0xff))).toMatch(/2 MB/);
  });

  test("a tiny GIF that declares a screen and a picture of the largest possible size", async () => {
    const side = [0xff, 0xff];
    const screen = Buffer.from([...side, ...side, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    const image = Buffer.from([0x2c, 0, 0, 0, 0, ...side, ...side, 0, 2, 2, 0x44, 1, 0, 0x3b]);
    expect(await refusal(Buffer.concat([Buffer.from("GIF89a"), screen, image]))).toMatch(/4096/);
  });

  test.each([
    { width: 4_097, height: 1 },
    { width: 1, height: 4_097 },
    { width: 50_000, height: 50_000 },
    { width: 0xffff_ff, height: 0xffff_ff },
  ])("small, and of $width by $height pixels, without decompressing it", async (shape) => {
    const file = bomb(shape);
    expect(file.length).toBeLessThan(LOGO_FILE_BYTES_MAX);
    const unfolded = vi.spyOn(sharp.prototype, "toBuffer");
    expect(await refusal(file)).toMatch(/4096/);
    // Only its header was read: pixels come from `toBuffer` alone.
    expect(unfolded).not.toHaveBeenCalled();
    await encodeLogo(await flat({ width: 10, height: 10 }).png().toBuffer());
    expect(unfolded.mock.calls.length).toBeGreaterThan(1);
  });
});
