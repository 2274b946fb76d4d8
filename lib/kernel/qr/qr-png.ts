import { crc32, deflateSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { createQrMatrix, type QrMatrix, QUIET_ZONE_MODULES } from "@/lib/kernel/qr/qr-matrix";

/**
 * A module is 8 pixels wide, so that in a 1-bit image it is exactly one byte of a line. The
 * smallest symbol is 232 pixels wide, that of an address 296.
 */
const MODULE_PIXELS = 8;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const LIGHT_BYTE = 0xff;
const DARK_BYTE = 0x00;
const FILTER_NONE = 0;
const FILTER_UP = 2;
/**
 * An image is a few kilobytes of long runs. The default level 6 with a window of 32 KB takes twice
 * as long, partly to clear that memory, and saves only 25 of 380 bytes.
 */
const DEFLATE = { level: 4, windowBits: 12, memLevel: 4 };

/** Images of short texts, such as addresses: at most some 3 MB. */
const KEPT_MAX = 5_000;
const KEPT_CHARACTERS_MAX = 128;
const kept = new LRUCache<string, string>({ max: KEPT_MAX });

/**
 * Returns the QR symbol of `text` as a `data:image/png;base64,` URI: black on white, including the
 * quiet zone.
 *
 * @throws Error when the text does not fit into a symbol.
 */
export function qrPngDataUri(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const uri = `data:image/png;base64,${encodeQrPng(createQrMatrix(text)).toString("base64")}`;
  if (text.length <= KEPT_CHARACTERS_MAX) kept.set(text, uri);
  return uri;
}

/**
 * Encodes a module matrix as a 1-bit greyscale PNG (PNG specification, third edition, section 5).
 * The symbol library's general-purpose encoder takes ten times as long and produces four times the
 * bytes.
 */
export function encodeQrPng(matrix: QrMatrix): Buffer {
  const modulesWide = matrix.size + 2 * QUIET_ZONE_MODULES;
  const pixelsWide = modulesWide * MODULE_PIXELS;
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", headerData(pixelsWide)),
    chunk("IDAT", deflateSync(scanLines(matrix, modulesWide), DEFLATE)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function headerData(pixelsWide: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(pixelsWide, 0);
  data.writeUInt32BE(pixelsWide, 4);
  data[8] = 1; // bits per sample; colour type, compression, filter and interlace methods stay 0
  return data;
}

/**
 * Each line starts with its filter byte. Lines that repeat the one above are "up" lines of zeros,
 * which cost almost nothing.
 */
function scanLines(matrix: QrMatrix, modulesWide: number): Buffer {
  const lineLength = 1 + modulesWide;
  const lines = Buffer.alloc(lineLength * modulesWide * MODULE_PIXELS);
  for (let moduleRow = 0; moduleRow < modulesWide; moduleRow++) {
    const start = moduleRow * MODULE_PIXELS * lineLength;
    lines[start] = FILTER_NONE;
    lines.fill(LIGHT_BYTE, start + 1, start + lineLength);
    const row = moduleRow - QUIET_ZONE_MODULES;
    if (row >= 0 && row < matrix.size) {
      for (let column = 0; column < matrix.size; column++) {
        if (matrix.isDark(row, column)) lines[start + 1 + QUIET_ZONE_MODULES + column] = DARK_BYTE;
      }
    }
    for (let repeat = 1; repeat < MODULE_PIXELS; repeat++) lines[start + repeat * lineLength] = FILTER_UP;
  }
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
