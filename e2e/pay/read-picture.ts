import type { Page } from "@playwright/test";
import { decodeQR } from "qr/decode.js";

const TIME_LIMIT_MS = 5_000;

/**
 * Returns what a scanner reads in a PNG. A blank page decodes it into pixels.
 * @throws Error if it contains no QR code
 */
export async function readPicture(page: Page, png: Buffer): Promise<string> {
  const blank = await page.context().newPage();
  const { width, height, pixels } = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    const pixels = Array.from(context.getImageData(0, 0, image.width, image.height).data);
    return { width: image.width, height: image.height, pixels };
  }, png.toString("base64"));
  await blank.close();
  return decodeQR({ width, height, data: Uint8Array.from(pixels) }, { format: "RGBA", timeLimit: TIME_LIMIT_MS });
}
