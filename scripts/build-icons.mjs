// Renders public/icons/icon.svg into the PNG icons beside it. Run it after a change of that file:
// `node scripts/build-icons.mjs`. A test compares the icons with it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const FOLDER = join(import.meta.dirname, "../public/icons");

/**
 * `isFilled`: the background covers the whole square, for systems that crop icons (Android's
 * maskable icons, iOS).
 */
export const ICONS = [
  { file: "icon-192.png", pixels: 192, isFilled: false },
  { file: "icon-512.png", pixels: 512, isFilled: false },
  { file: "maskable-192.png", pixels: 192, isFilled: true },
  { file: "maskable-512.png", pixels: 512, isFilled: true },
  { file: "apple-touch-icon.png", pixels: 180, isFilled: true },
];

/**
 * Renders one icon. The drawing stays within 12.8 of 32 units from the centre: the safe zone of
 * maskable icons.
 */
export function drawIcon({ pixels, isFilled }) {
  const source = readFileSync(join(FOLDER, "icon.svg"), "utf8");
  const svg = isFilled ? source.replace(' rx="8"', "") : source;
  return sharp(Buffer.from(svg), { density: (72 * pixels) / 32 }).resize(pixels, pixels);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const icon of ICONS) await drawIcon(icon).png({ compressionLevel: 9 }).toFile(join(FOLDER, icon.file));
}
