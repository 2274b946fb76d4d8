import { isLosslessNumber } from "lossless-json";
import { z } from "zod";

/**
 * Zod types for what this API family's clients really send: numbers as text and text as numbers,
 * booleans as `1` and `"true"`, `null` and `""` for missing values. Messages are the wire format's
 * validation codes. JSON numbers arrive as their source text (lossless-json), so none of them
 * passes through a JavaScript number. Safe for the browser.
 */

/**
 * Returns the text of a string or a JSON number; anything else is unchanged and fails the following
 * type.
 */
function sourceText(value: unknown): unknown {
  if (isLosslessNumber(value)) return value.value;
  return typeof value === "bigint" ? value.toString() : value;
}

/** Converts every notation of a missing value to undefined. */
function absentToUndefined(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

/**
 * Schema in `/openapi.json` and the reference for a type that zod cannot describe because it begins
 * with a preprocessing step: the form that new clients should send. Other accepted forms are
 * documented beside it.
 */
export type WireSchema = {
  readonly type: string | readonly string[];
  readonly "x-also-accepted"?: string;
  readonly [keyword: string]: unknown;
};

/** Adds a `WireSchema` to a type without changing its behaviour. */
export function withWireSchema<Type extends z.ZodType>(type: Type, wire: WireSchema): Type {
  return type.meta({ wire });
}

/** Returns what `withWireSchema` set on exactly this type. */
export function wireSchemaOf(type: z.core.$ZodType): WireSchema | undefined {
  return z.globalRegistry.get(type)?.["wire"] as WireSchema | undefined;
}

function orNull(wire: WireSchema): WireSchema {
  return { ...wire, type: [wire.type, "null"].flat() };
}

function codeOf(issue: { readonly input?: unknown }, otherwise: string): string {
  return issue.input === undefined ? "validation.required" : otherwise;
}

/** Excludes lone surrogates, which are not characters: the database would store something else. */
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\p{Cs}]*$/u;
/**
 * The same, but allows line breaks and every other control character except NUL, which no text
 * column accepts.
 */
export const FREE_TEXT = /^[^\0\p{Cs}]*$/u;

export type TextLimits = { readonly min?: number; readonly max: number; readonly pattern?: RegExp };

const ANY_UUID = "00000000-0000-4000-8000-00000000000f";

function textSchema({ min = 1, max, pattern = NO_CONTROL_CHARACTERS }: TextLimits): WireSchema {
  if (pattern.ignoreCase && pattern.test(ANY_UUID)) return { type: "string", format: "uuid" };
  return {
    type: "string",
    minLength: min,
    maxLength: max,
    pattern: pattern.source,
    "x-also-accepted": "a JSON number",
  };
}

/**
 * Returns the type of a required text, given as a string or a number. A text that is too long ends
 * the check, so that patterns run only on short ones.
 */
export function requiredText(limits: TextLimits) {
  const text = z
    .string({ error: (issue) => codeOf(issue, "validation.string") })
    .min(limits.min ?? 1, "validation.min.string")
    .max(limits.max, { error: "validation.max.string", abort: true })
    .regex(limits.pattern ?? NO_CONTROL_CHARACTERS, "validation.regex");
  return withWireSchema(
    z.preprocess((value) => absentToUndefined(sourceText(value)), text),
    textSchema(limits),
  );
}

/** The same, or null when missing. */
export function optionalText(limits: TextLimits) {
  const present = requiredText(limits);
  const type = z.preprocess(
    (value) => absentToUndefined(value) ?? null,
    z.union([z.null(), present], { error: firstCode(present) }),
  );
  return withWireSchema(type, orNull(textSchema(limits)));
}

/** A union hides its members' messages; returns the one of the intended type. */
function firstCode(type: z.ZodType): (issue: { readonly input?: unknown }) => string {
  return (issue) => type.safeParse(issue.input).error?.issues[0]?.message ?? "validation.string";
}

/**
 * `validation.alpha_dash`: letters, digits, underscore, dash; ASCII only, so that no two ids look
 * alike.
 */
export const ALPHA_DASH = /^[A-Za-z0-9_-]+$/;

/** Case-insensitive, as clients send it. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function requiredUuid() {
  return requiredText({ max: 36, pattern: UUID });
}

/** A uuid; null when missing. */
export function optionalUuid() {
  return optionalText({ max: 36, pattern: UUID });
}

/**
 * For `superRefine` of parameters that identify an object by `uuid` or `order_id`: requires one of
 * the two.
 */
export function refuseWithoutId(
  value: { readonly uuid: string | null; readonly order_id: string | null },
  context: z.RefinementCtx,
): void {
  if (value.uuid !== null || value.order_id !== null) return;
  for (const field of ["uuid", "order_id"])
    context.addIssue({ code: "custom", path: [field], message: "validation.required_without" });
}

/** An absolute http(s) URL without user name or password, 6 to `max` characters. */
export function requiredUrl(max = 255) {
  return withWireSchema(requiredText({ min: 6, max }).refine(isWebUrl, "validation.url"), urlSchema(max));
}

/** The same, or null when missing. */
export function optionalUrl(max = 255) {
  const url = requiredUrl(max);
  const type = z.preprocess(
    (value) => absentToUndefined(value) ?? null,
    z.union([z.null(), url], { error: firstCode(url) }),
  );
  return withWireSchema(type, orNull(urlSchema(max)));
}

function urlSchema(max: number): WireSchema {
  return { type: "string", minLength: 6, maxLength: max, format: "uri" };
}

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === "" && url.password === "" && url.hostname !== "";
}

const TRUE_TEXTS = new Set(["1", "true"]);
const FALSE_TEXTS = new Set(["0", "false"]);
const ALSO_BOOLEAN = '1, 0, "1", "0", "true", "false"';

/** `true`, `"true"`, `"1"`, `1` and their opposites; `fallback` when missing. */
export function lenientBoolean(fallback: boolean) {
  const type = z.preprocess(
    (value) => {
      const given = absentToUndefined(sourceText(value)) ?? fallback;
      if (typeof given !== "string") return given;
      const word = given.toLowerCase();
      return TRUE_TEXTS.has(word) ? true : FALSE_TEXTS.has(word) ? false : given;
    },
    z.boolean({ error: () => "validation.boolean" }),
  );
  return withWireSchema(type, orNull({ type: "boolean", default: fallback, "x-also-accepted": ALSO_BOOLEAN }));
}

/** The same without a fallback: a missing value is `validation.required`. */
export function requiredBoolean() {
  const present = lenientBoolean(false);
  const type = z.preprocess(
    (value) => absentToUndefined(value),
    z.unknown().transform((value, context): boolean => {
      const parsed = value === undefined ? undefined : present.safeParse(value);
      if (parsed?.success) return parsed.data;
      context.addIssue({ code: "custom", message: value === undefined ? "validation.required" : "validation.boolean" });
      return z.NEVER;
    }),
  );
  return withWireSchema(type, { type: "boolean", "x-also-accepted": ALSO_BOOLEAN });
}

const WHOLE = /^-?(0|[1-9][0-9]{0,8})(\.0+)?$/;

/** A whole number as a number or text (`3600`, `"3600"`, `3600.0`); `fallback` when missing. */
export function lenientInteger(range: { readonly min: number; readonly max: number }, fallback: number | null) {
  const whole = z
    .number({ error: () => "validation.integer" })
    .int("validation.integer")
    .min(range.min, "validation.min.numeric")
    .max(range.max, "validation.max.numeric");
  const type = z.preprocess(
    (value) => {
      const given = absentToUndefined(sourceText(value));
      if (given === undefined) return fallback;
      // A count, not money: at most nine digits, exact as a JavaScript number.
      return typeof given === "string" && WHOLE.test(given) ? Number.parseInt(given, 10) : given;
    },
    z.union([z.null(), whole], { error: firstCode(whole) }),
  );
  const wire = { type: "integer", minimum: range.min, maximum: range.max, "x-also-accepted": "the same as text" };
  return withWireSchema(type, orNull(fallback === null ? wire : { ...wire, default: fallback }));
}
