import { createQrMatrix, QUIET_ZONE_MODULES } from "@/lib/qr/qr-matrix";

/** What an `<svg>` needs: `viewBox="0 0 size size"` and one `<path d={path}>` filled dark on a light ground. */
export type QrSvg = {
  /** Width and height in modules, quiet zone included. */
  readonly size: number;
  /** One `M x y h n v 1 h -n z` per horizontal run of dark modules. */
  readonly path: string;
};

/**
 * The QR symbol of `text` as one path in module units. Set `shape-rendering="crispEdges"` on the `<svg>`: the runs
 * touch, and smoothing would draw hairlines between them.
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
