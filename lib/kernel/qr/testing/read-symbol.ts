import { decodeQR } from "qr/decode.js";

/** A picture in shades of grey, one byte a pixel, row by row. */
export type Picture = { readonly width: number; readonly height: number; readonly light: Uint8Array };

/** The machine may be busy: the decoder's own limit is one frame of a camera. */
const TIME_LIMIT_MS = 5_000;

/**
 * What a scanner reads in the picture, by a decoder that shares nothing with what draws our
 * symbols.
 * @throws Error when it finds none
 */
export function readSymbol({ width, height, light }: Picture): string {
  const data = new Uint8Array(width * height * 4);
  light.forEach((value, pixel) => {
    data.set([value, value, value, 255], pixel * 4);
  });
  return decodeQR({ width, height, data }, { format: "RGBA", timeLimit: TIME_LIMIT_MS });
}
