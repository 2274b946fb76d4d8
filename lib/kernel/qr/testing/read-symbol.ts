import { decodeQR } from "qr/decode.js";

/** A greyscale picture, one byte per pixel, row by row. */
export type Picture = { readonly width: number; readonly height: number; readonly light: Uint8Array };

/** For busy machines: the decoder's own limit is one frame of a camera. */
const TIME_LIMIT_MS = 5_000;

/**
 * Returns what a scanner reads in the picture, with a decoder that shares no code with our encoder.
 * @throws Error when it finds no symbol
 */
export function readSymbol({ width, height, light }: Picture): string {
  const data = new Uint8Array(width * height * 4);
  light.forEach((value, pixel) => {
    data.set([value, value, value, 255], pixel * 4);
  });
  return decodeQR({ width, height, data }, { format: "RGBA", timeLimit: TIME_LIMIT_MS });
}
