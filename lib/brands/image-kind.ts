/** Pictures made of pixels. Others (SVG above all) can hold scripts and addresses, so they are refused whatever they look like. */
export type ImageKind = "png" | "jpeg" | "webp" | "gif";

const SIGNATURES: ReadonlyArray<readonly [kind: ImageKind, signature: RegExp]> = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["webp", /^RIFF[\s\S]{4}WEBP/],
  ["gif", /^GIF8[79]a/],
];
const SIGNATURE_BYTES = 12;

/** What a file is by its first bytes, whatever it is called; null for none of these. */
export function imageKind(file: Uint8Array): ImageKind | null {
  const start = Buffer.from(file.subarray(0, SIGNATURE_BYTES)).toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
