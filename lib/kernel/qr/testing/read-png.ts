import { crc32, inflateSync } from "node:zlib";
import type { Picture } from "@/lib/kernel/qr/testing/read-symbol";

const SIGNATURE = "89504e470d0a1a0a";
/** One bit per sample, greyscale, not interlaced: what our encoder writes. */
const OUR_KIND = "0100000000";
const FILTER_UP = 2;

/**
 * Reads our own PNG, given as a `data:` URI, according to the specification: signature, verified
 * chunks, the two filters that we write.
 * @throws Error naming any deviation from the specification or from our encoder's output
 */
export function readPng(uri: string): Picture {
  const [head, body = ""] = uri.split(",");
  mustBe(head, "data:image/png;base64", "kind");
  const chunks = readChunks(Buffer.from(body, "base64"));
  mustBe([...chunks.keys()].join(), "IHDR,IDAT,IEND", "chunks");
  const header = chunks.get("IHDR") ?? Buffer.alloc(0);
  mustBe(header.subarray(8).toString("hex"), OUR_KIND, "header");
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const pixels = unfilter(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0)), width / 8);
  const light = Uint8Array.from({ length: width * height }, (_, pixel) =>
    ((pixels[pixel >> 3] ?? 0) & (128 >> (pixel & 7))) === 0 ? 0 : 255,
  );
  return { width, height, light };
}

function readChunks(file: Buffer): ReadonlyMap<string, Buffer> {
  mustBe(file.subarray(0, 8).toString("hex"), SIGNATURE, "signature");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const typed = file.subarray(at + 4, at + 8 + length);
    mustBe(file.readUInt32BE(at + 8 + length), crc32(typed), "checksum");
    chunks.set(typed.toString("latin1", 0, 4), typed.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

/** Lines are whole bytes, because our modules are eight pixels wide. */
function unfilter(lines: Buffer, width: number): Buffer {
  const count = lines.length / (width + 1);
  const pixels = Buffer.alloc(width * count);
  for (let line = 0; line < count; line++) {
    const filter = lines[line * (width + 1)];
    for (let index = 0; index < width; index++) {
      const above = filter === FILTER_UP ? (pixels[(line - 1) * width + index] ?? 0) : 0;
      pixels[line * width + index] = ((lines[line * (width + 1) + 1 + index] ?? 0) + above) & 255;
    }
  }
  return pixels;
}

function mustBe<Value>(found: Value, wanted: Value, what: string): void {
  if (found !== wanted) throw new Error(`the picture's ${what} is ${String(found)}, not ${String(wanted)}`);
}
