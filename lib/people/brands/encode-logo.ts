import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { type AppError, wrongField } from "@/lib/kernel/errors";
import { LOGO_FILE_BYTES_MAX, LOGO_FILE_TOO_LARGE } from "@/lib/people/brands/schema";

/**
 * Raster formats. Others (SVG above all) can contain scripts and URLs, so they are rejected
 * whatever they look like.
 */
type ImageKind = "png" | "jpeg" | "webp" | "gif";

const SIGNATURES: ReadonlyArray<readonly [kind: ImageKind, isStart: (start: string) => boolean]> = [
  ["png", (start) => start.startsWith("\x89PNG\r\n\x1a\n")],
  ["jpeg", (start) => start.startsWith("\xff\xd8\xff")],
  ["webp", (start) => start.startsWith("RIFF") && start.endsWith("WEBP")],
  ["gif", (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a")],
];
const START_BYTES = 12;

/** Detects a file's type by its first bytes, whatever its name; null for any other type. */
export function imageKind(file: Uint8Array): ImageKind | null {
  const start = Buffer.from(file.subarray(0, START_BYTES)).toString("latin1");
  return SIGNATURES.find(([, isStart]) => isStart(start))?.[0] ?? null;
}

const SIDE_MAX = 4096;
/**
 * The size stored and served; the database enforces the same limit (`brands_logo`). Displayed at
 * half size, so that it is sharp on high-density screens.
 */
export const LOGO_BYTES_MAX = 6 * 1024;
const WIDTH_MAX = 320;
const HEIGHT_MAX = 96;
const SECONDS_MAX = 10;
const QUALITIES = [90, 75, 60, 45, 30] as const;
/** When no quality makes a noisy picture small enough, fewer pixels do. */
const SCALES = [1, 0.75, 0.5, 0.35, 0.25] as const;

/** Always WebP. */
export type EncodedLogo = {
  readonly bytes: Buffer;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
};

/**
 * Encodes a merchant's picture as the payment page serves it: only its pixels, redrawn as WebP of
 * at most 6 KB and 320 by 96 pixels. Whatever else the file held (location, camera, comments, a
 * second file behind it) is dropped. Of an animation it is the first frame.
 * @throws AppError `invalid_request` with the field `logo`: not PNG, JPEG, WebP or GIF by its
 *   bytes, too large, or corrupt
 */
export async function encodeLogo(file: Uint8Array): Promise<EncodedLogo> {
  const pixels = await readPixels(file);
  for (const scale of SCALES) {
    for (const encode of [lossless, ...QUALITIES.map(lossy)]) {
      const { data, info } = await encode(await shrunk(pixels, scale)).toBuffer({ resolveWithObject: true });
      if (data.length <= LOGO_BYTES_MAX) {
        const hash = createHash("sha256").update(data).digest("hex");
        return { bytes: data, hash, width: info.width, height: info.height };
      }
    }
  }
  throw wrongLogo("This image can't be compressed enough. Use a simpler one.");
}

/**
 * Reads at most 320 by 96 pixels, decoded once, within the limits that keep a small file from
 * becoming a huge picture.
 */
async function readPixels(file: Uint8Array): Promise<Pixels> {
  if (file.byteLength > LOGO_FILE_BYTES_MAX) throw wrongLogo(LOGO_FILE_TOO_LARGE);
  const kind = imageKind(file);
  if (kind === null) throw wrongLogo("Use a PNG, JPEG, WebP or GIF image. SVG and other formats are not supported.");
  const { width, height } = await readSize(file, kind);
  if (width > SIDE_MAX || height > SIDE_MAX) {
    throw wrongLogo(`The image is ${width} × ${height} pixels. Use one of at most ${SIDE_MAX} × ${SIDE_MAX}.`);
  }
  try {
    const { data, info } = await open(file)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw wrongLogo("This image is damaged. Export it again, or use another one.", cause);
  }
}

async function readSize(file: Uint8Array, kind: ImageKind): Promise<{ width: number; height: number }> {
  const found = await open(file)
    .metadata()
    .catch((cause: unknown) => {
      throw wrongLogo(
        `The image could not be read. It must be complete and at most ${SIDE_MAX} × ${SIDE_MAX} pixels.`,
        cause,
      );
    });
  // A decoder that sees another type than the signature: the file pretends to be two things at
  // once.
  if (found.format !== kind) throw wrongLogo("The image does not match its file type. Export it again.");
  return { width: found.width, height: found.pageHeight ?? found.height };
}

/** Decodes nothing yet. Corruption is an error, and so are more pixels than allowed. */
function open(file: Uint8Array): Sharp {
  return sharp(file, { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: "error", pages: 1, sequentialRead: true });
}

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };

async function shrunk({ data, width, height }: Pixels, scale: number): Promise<Sharp> {
  const whole = sharp(data, { raw: { width, height, channels: 4 } });
  return scale === 1 ? whole : whole.resize({ width: Math.max(1, Math.round(width * scale)) });
}

/** Flat pictures, as most logos are, are smallest with lossless encoding. */
const lossless = (pixels: Sharp): Sharp => pixels.webp({ lossless: true, effort: 6 });

const lossy = (quality: number) => (pixels: Sharp) =>
  pixels.webp({ quality, alphaQuality: Math.min(quality, 70), effort: 6, smartSubsample: true });

function wrongLogo(message: string, cause?: unknown): AppError {
  return wrongField("logo", message, cause);
}
