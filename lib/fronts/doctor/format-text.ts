const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Formats an age or a remaining time, rounded down: `45 s`, `12 min`, `3 h`, `5 days`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 2 * MINUTE_S) return `${seconds} s`;
  if (seconds < 2 * HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min`;
  if (seconds < 2 * DAY_S) return `${Math.floor(seconds / HOUR_S)} h`;
  return `${Math.floor(seconds / DAY_S)} days`;
}

/** `1 job`, `3 jobs`. */
export function countText(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

const LINE_MAX = 200;
const KIB = 1_024;
const SIZES = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** `12.3 MB`. */
export function bytesText(bytes: number): string {
  let [amount, step] = [bytes, 0];
  while (amount >= KIB && step < SIZES.length - 1) [amount, step] = [amount / KIB, step + 1];
  return `${step === 0 ? amount : amount.toFixed(1)} ${SIZES[step]}`;
}

/** Returns the cause as one line without a full stop. */
export function causeText(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const [line = ""] = text.trim().split("\n");
  return line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line.replace(/\.$/, "");
}

/** Removes the URLs of nodes, which may contain keys, in case a library included one. Pure. */
export function withoutNode(text: string, urls: readonly string[]): string {
  const named = urls.reduce((left, url) => left.replaceAll(url, "the node"), text);
  return named.replaceAll(/https?:\/\/\S+/g, "the node");
}
