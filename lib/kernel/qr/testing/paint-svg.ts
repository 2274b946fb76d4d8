import type { Picture } from "@/lib/kernel/qr/testing/read-symbol";

const VIEW = /viewBox="0 0 (\d+) (\d+)"/;
const PATH = /<path fill="(#[0-9a-f]+)" d="([^"]+)"/g;
const RECTANGLE = /M(\d+) (\d+)h(\d+)v(\d+)(?:h-\3|H\1)z/y;

/** Returns width and height of the drawing in its own units. */
export function viewSize(svg: string): number {
  const [, width = "", height = ""] = VIEW.exec(svg) ?? [];
  if (width === "" || width !== height) throw new Error("the drawing is no square");
  return Number(width);
}

/**
 * Draws the markup of one of our symbols `width` pixels wide, each pixel with the colour at its
 * centre, as a browser does with `crispEdges`: one path after another, each consisting of
 * rectangles filled with one colour.
 * @throws Error when the markup contains anything else
 */
export function paintSvg(svg: string, width: number): Picture {
  const size = viewSize(svg);
  const units = new Uint8Array(size * size);
  for (const [, fill = "", path = ""] of svg.matchAll(PATH)) {
    const shade = shadeOf(fill);
    for (const { x, y, wide, high } of rectanglesOf(path)) {
      for (let row = y; row < y + high; row++) units.fill(shade, row * size + x, row * size + x + wide);
    }
  }
  const unitAt = (pixel: number) => Math.floor(((pixel + 0.5) * size) / width);
  const light = Uint8Array.from(
    { length: width * width },
    (_, pixel) => units[unitAt(Math.floor(pixel / width)) * size + unitAt(pixel % width)] ?? 0,
  );
  return { width, height: width, light };
}

type Rectangle = { readonly x: number; readonly y: number; readonly wide: number; readonly high: number };

function rectanglesOf(path: string): readonly Rectangle[] {
  const found: Rectangle[] = [];
  RECTANGLE.lastIndex = 0;
  while (RECTANGLE.lastIndex < path.length) {
    const at = RECTANGLE.lastIndex;
    const match = RECTANGLE.exec(path);
    if (match === null) throw new Error(`not a rectangle: ${path.slice(at, at + 40)}`);
    const [x = 0, y = 0, wide = 0, high = 0] = match.slice(1).map(Number);
    found.push({ x, y, wide, high });
  }
  return found;
}

/** The green of `#rgb` or `#rrggbb` is sufficient to distinguish our dark and light colours. */
function shadeOf(fill: string): number {
  const digits = fill.length === 4 ? `${fill[2]}${fill[2]}` : fill.slice(3, 5);
  return Number.parseInt(digits, 16);
}
