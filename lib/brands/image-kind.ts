/** Pictures made of pixels. Others (SVG above all) can hold scripts and addresses, so they are refused whatever they look like. */
export type ImageKind = "png" | "jpeg" | "webp" | "gif";

const SIGNATURES: ReadonlyArray<readonly [kind: ImageKind, isStart: (start: string) => boolean]> = [
  ["png", (start) => start.startsWith("\x89PNG\r\n\x1a\n")],
  ["jpeg", (start) => start.startsWith("\xff\xd8\xff")],
  ["webp", (start) => start.startsWith("RIFF") && start.endsWith("WEBP")],
  ["gif", (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a")],
];
const START_BYTES = 12;

/** What a file is by its first bytes, whatever it is called; null for none of these. */
export function imageKind(file: Uint8Array): ImageKind | null {
  const start = Buffer.from(file.subarray(0, START_BYTES)).toString("latin1");
  return SIGNATURES.find(([, isStart]) => isStart(start))?.[0] ?? null;
}
