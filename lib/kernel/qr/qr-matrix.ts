import { create } from "qrcode";

/** Light modules around the symbol; ISO/IEC 18004 requires four. */
export const QUIET_ZONE_MODULES = 4;

/**
 * Trying all eight masks is more than half of the cost of a symbol (0.42 ms against 0.17 ms for an
 * address). Every reader decodes every mask, and for addresses this one has the lowest penalty in
 * three of four cases: 556 on average over 400 addresses, against 542 for the best of all eight.
 */
const MASK_PATTERN = 2;

/**
 * Searching for parts of a text with a shorter digit or capital encoding is most of the remaining
 * cost (0.12 ms of 0.15). In a text of up to this many bytes, such as an address, it is not worth
 * it: encoded as bytes it fits a symbol of version 4 at most.
 */
const ONE_SEGMENT_BYTES_MAX = 62;

/** A square of modules without the quiet zone. */
export type QrMatrix = {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
};

/**
 * Builds the QR symbol of `text` with error correction level M (15 % of the symbol may be damaged).
 *
 * @throws Error when the text is empty or longer than a symbol can hold (2,331 bytes).
 */
export function createQrMatrix(text: string): QrMatrix {
  const bytes = Buffer.from(text, "utf8");
  const isShort = bytes.length > 0 && bytes.length <= ONE_SEGMENT_BYTES_MAX;
  const content = isShort ? [{ data: bytes, mode: "byte" as const }] : text;
  const { modules } = create(content, { errorCorrectionLevel: "M", maskPattern: MASK_PATTERN });
  return {
    size: modules.size,
    isDark: (row, column) => modules.data[row * modules.size + column] === 1,
  };
}

/**
 * Contents of an `<svg>`: `viewBox="0 0 size size"` and one `<path d={path}>` filled dark on a
 * light background.
 */
type QrSvg = {
  /** Width and height in modules, including the quiet zone. */
  readonly size: number;
  /** One `M x y h n v 1 h -n z` per horizontal run of dark modules. */
  readonly path: string;
};

/**
 * Returns the QR symbol of `text` as one path in module units. Set `shape-rendering="crispEdges"`
 * on the `<svg>`: the runs touch, and antialiasing would draw hairlines between them.
 *
 * @throws Error when the text does not fit into a symbol.
 */
export function qrSvgPath(text: string): QrSvg {
  const matrix = createQrMatrix(text);
  let path = "";
  for (let row = 0; row < matrix.size; row++) {
    let column = 0;
    while (column < matrix.size) {
      const start = column;
      while (column < matrix.size && matrix.isDark(row, column)) column++;
      const run = column - start;
      if (run > 0) path += `M${start + QUIET_ZONE_MODULES} ${row + QUIET_ZONE_MODULES}h${run}v1h-${run}z`;
      else column++;
    }
  }
  return { size: matrix.size + 2 * QUIET_ZONE_MODULES, path };
}
