import type { HttpAnswer } from "@/app/v1/recorded/testing/exchange";

/** They belong to the connection and not to the interface. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);
/** Headers of nearly every answer. The recording shows only differences from them. */
const USUAL_HEADERS: readonly string[] = [
  "cache-control: no-store",
  "content-type: application/json",
  "cross-origin-opener-policy: same-origin",
  "permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "referrer-policy: strict-origin-when-cross-origin",
  "x-content-type-options: nosniff",
  "x-frame-options: DENY",
  "x-request-id: (a new uuid)",
];
const REQUEST_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A long run of one character in a request is shown as a count. */
const RUN = /(.)\1{39,}/gu;

/** Invisible characters that `JSON.stringify` does not escape. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}]/gu;
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Shows the body of a request in one line. */
export function showBody(raw: Uint8Array | null): string {
  if (raw === null) return "(no body)";
  if (raw.byteLength === 0) return "(empty body)";
  const text = Buffer.from(raw).toString();
  if (!Buffer.from(text).equals(Buffer.from(raw))) return `(bytes) ${Buffer.from(raw).toString("hex")}`;
  const short = text.replace(RUN, (run, character: string) => `${character}(${[...run].length} times)`);
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$/u.test(short)
    ? `(literally) ${JSON.stringify(short).replace(INVISIBLE, escaped)}`
    : short;
}

/** Shows status, unusual headers and the exact body of an answer. */
export function showAnswer({ status, headers, bytes }: HttpAnswer): string[] {
  const told = headers
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .map(([name, value]) => `${name}: ${name === "x-request-id" && REQUEST_ID.test(value) ? "(a new uuid)" : value}`);
  const beside = told.filter((line) => !USUAL_HEADERS.includes(line)).sort();
  const without = USUAL_HEADERS.filter((line) => !told.includes(line)).map((line) => `(without ${line})`);
  return [`=> ${status}`, ...beside, ...without, ...showText(bytes)];
}

function showText(bytes: Buffer): string[] {
  if (bytes.byteLength === 0) return ["(no body)"];
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return [text.includes("\n") ? `(literally) ${JSON.stringify(text)}` : text];
}
