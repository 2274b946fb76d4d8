import pino, { type Logger, type LoggerOptions } from "pino";
import { env } from "@/lib/kernel/env";
import { logMembers } from "@/lib/kernel/work-context";

/** Members that never reach a log line, at any depth. */
const SECRETS: ReadonlySet<string> = new Set([
  "sign",
  "secret",
  "password",
  "mnemonic",
  "words",
  "privateKey",
  "seed",
  "authorization",
  "cookie",
]);
const TEXT_CHARACTERS_MAX = 2_000;
/** Of all texts and names of a line together. */
const LINE_CHARACTERS_MAX = 16_000;
const VALUE_CHARACTERS = 4;
const MEMBERS_MAX = 100;
const DEPTH_MAX = 6;
/** Of lines that standard output does not accept. */
const WAITING_CHARACTERS_MAX = 1_000_000;

/**
 * Characters that move a terminal's cursor, change text direction or are invisible; JSON escapes
 * line breaks.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

type Room = { characters: number };

/** One JSON object per line, limited in size whatever the input, without secrets. */
export const LOG_OPTIONS: LoggerOptions = {
  base: null,
  mixin: logMembers,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { log: limitedForLog },
  // pino's own error serializer would run after the limits.
  serializers: { err: (error) => error },
  hooks: {
    logMethod(given, write) {
      write.apply(this, given.map((part) => (typeof part === "string" ? limitedText(part) : part)) as typeof given);
    },
  },
};

let root: Logger | undefined;

/** Returns the process's logger, on standard output. */
export function log(): Logger {
  root ??= pino({ ...LOG_OPTIONS, level: env().LOG_LEVEL }, openOutput());
  return root;
}

/**
 * Lines that cannot be written, because the disk is full, wait for the next line and are dropped
 * beyond a limit. Without a listener the error would end the process; and pino's usual destination,
 * which buffers, flushes at the end and retries that for ever, so that nobody restarts the process.
 */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_CHARACTERS_MAX });
  output.on("error", () => undefined);
  return output;
}

/**
 * Returns a value as logged, limited in size whatever the input: truncates long texts and marks
 * them, drops the rest of deep and wide values, writes invisible characters as their code points,
 * logs errors with cause and stack, and removes secrets.
 */
function limitedForLog(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return membersOf(Object.entries(value), { characters: LINE_CHARACTERS_MAX }, 0);
}

/** Does the same for a single text. */
function limitedText(text: string): string {
  return cut(text, { characters: TEXT_CHARACTERS_MAX });
}

function limited(value: unknown, room: Room, depth: number): unknown {
  if (room.characters <= 0) return "…";
  // Values without text count too: a few objects that contain each other are endless.
  room.characters -= VALUE_CHARACTERS;
  if (typeof value === "string") return cut(value, room);
  if (typeof value === "bigint") return cut(String(value), room);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEPTH_MAX) return "[deeper]";
  if (value instanceof Error) return membersOf(entriesOfError(value), room, depth);
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof Date || "toJSON" in value) return cut(String(JSON.stringify(value)), room);
  if (!Array.isArray(value)) return membersOf(Object.entries(value), room, depth);
  const shown = value.slice(0, MEMBERS_MAX).map((item) => limited(item, room, depth + 1));
  return value.length > MEMBERS_MAX ? [...shown, `[${value.length - MEMBERS_MAX} more]`] : shown;
}

function membersOf(entries: readonly (readonly [string, unknown])[], room: Room, depth: number) {
  const shown = entries
    .slice(0, MEMBERS_MAX)
    .map(([name, value]) => [cut(name, room), SECRETS.has(name) ? "[removed]" : limited(value, room, depth + 1)]);
  if (entries.length > MEMBERS_MAX) shown.push(["more", entries.length - MEMBERS_MAX]);
  return Object.fromEntries(shown);
}

function entriesOfError(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error;
  const own = Object.entries(error).filter(([member]) => !["name", "message", "stack", "cause"].includes(member));
  return [
    ["type", name],
    ["message", message],
    ["stack", stack],
    ...(cause === undefined ? [] : [["cause", cause] as [string, unknown]]),
    ...own,
  ];
}

function cut(text: string, room: Room): string {
  const length = Math.min(text.length, TEXT_CHARACTERS_MAX, Math.max(room.characters, 0));
  room.characters -= length;
  const seen = text.slice(0, length).replace(UNSEEN, (character) => `<U+${codeOf(character)}>`);
  return length < text.length ? `${seen}… (${text.length} characters)` : seen;
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
