import fc from "fast-check";
import { LosslessNumber, stringify } from "lossless-json";
import type { Parameters } from "@/app/v1/conformance/testing/rule";

/**
 * Mutations of valid requests: members dropped, duplicated, retyped, renamed, nested, enlarged, or
 * bytes broken.
 */

type Members = readonly (readonly [name: string, value: unknown])[];
/** Changes a list of members, which may then contain a name twice. */
type Mutation = (members: Members) => Members;
/** Changes the text that is sent. */
type Damage = (text: string) => string | Uint8Array;

const PROTOTYPE_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isLosslessNumber",
];
const ODD_NUMBERS = [
  ...[
    "0",
    "-0",
    "-1",
    "1e2",
    "1E+3",
    "1e-9",
    "1e400",
    "-1e400",
    "0.1",
    "10.0",
    "100.5",
    "299",
    "300",
    "43200",
    "43201",
  ],
  ...[
    "12345678901234567.89",
    "99999999999999999999999999999999999999999",
    "0.000000000000000000000000000001",
    "5e-324",
  ],
];
const ODD_TEXTS = [
  ...[
    "",
    " ",
    "0",
    "-1",
    "+1",
    "1e3",
    "NaN",
    "Infinity",
    "0x10",
    "1,5",
    "true",
    "null",
    "undefined",
    "[]",
    "{}",
    "10",
    "0.5",
  ],
  ...[
    "\u0000",
    "\u0001",
    "\u202e",
    "\ufeff",
    "\ud800",
    "\udfff\ud800",
    "e\u0301",
    "\u{1f600}",
    "\u2028",
    "ⅷ",
    "١٠",
    "ﬀ",
    "İ",
  ],
  ...[
    "'; DROP TABLE invoices; --",
    "../../etc/passwd",
    "%00",
    "#{7*7}",
    "{{7*7}}",
    "<script>",
    "\\",
    "\\u0000",
    "\r\nx: y",
  ],
  ...[
    "https://a.example",
    "javascript:alert(1)",
    "http://169.254.169.254/",
    "00000000-0000-4000-8000-000000000001",
    "usdt",
  ],
];

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    [{}],
    { value: "1" },
    { isLosslessNumber: true, value: "5" },
  ),
  fc.constantFrom(...ODD_TEXTS),
  fc.constantFrom(...ODD_NUMBERS).map((text) => new LosslessNumber(text)),
  fc.constantFrom(...PROTOTYPE_NAMES).map((name) => Object.fromEntries([[name, { amount: "5", length: 1 }]])),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 140 }),
  fc.integer({ min: -1_000, max: 50_000 }).map((value) => new LosslessNumber(String(value))),
  fc.integer({ min: 1, max: 4 }).map((power) => "9".repeat(10 ** power)),
  fc.array(fc.oneof(fc.constant(null), fc.string(), fc.dictionary(fc.string(), fc.string())), { maxLength: 5 }),
  fc.integer({ min: 1, max: 40 }).map((depth) => nest(depth)),
);

function nest(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns the same value in another type or notation. */
function retype(value: unknown, how: number): unknown {
  const text = typeof value === "string" ? value : (stringify(value) ?? "");
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);
  const forms: readonly unknown[] = [
    isNumber ? new LosslessNumber(text) : text,
    text,
    [value],
    { value },
    text.toUpperCase(),
    text.toLowerCase(),
    ` ${text}`,
    `${text}\n`,
    `${text}${text}`,
    text.slice(1),
  ];
  return forms[how % forms.length];
}

function mutationOf(names: readonly string[]): fc.Arbitrary<Mutation> {
  const place = fc.nat({ max: 30 });
  const known = names.length === 0 ? fc.constant("uuid") : fc.constantFrom(...names);
  const others = fc.oneof(fc.constantFrom(...PROTOTYPE_NAMES), fc.string({ maxLength: 20 }), known);
  const at = (members: Members, index: number) => (members.length === 0 ? -1 : index % members.length);
  return fc.oneof(
    fc.tuple(known, oddValue).map(
      ([name, value]): Mutation =>
        (members) => [...members.filter(([other]) => other !== name), [name, value]],
    ),
    fc.tuple(others, oddValue).map(
      ([name, value]): Mutation =>
        (members) => [...members, [name, value]],
    ),
    place.map(
      (index): Mutation =>
        (members) =>
          members.filter((_, position) => position !== at(members, index)),
    ),
    place.map(
      (index): Mutation =>
        (members) => [...members, ...members.slice(at(members, index), at(members, index) + 1)],
    ),
    fc.tuple(place, fc.nat({ max: 9 })).map(
      ([index, how]): Mutation =>
        (members) =>
          members.map(([name, value], position) => [
            name,
            position === at(members, index) ? retype(value, how) : value,
          ]),
    ),
    place.map(
      (index): Mutation =>
        (members) =>
          members.map(([name, value], position) => [
            position === at(members, index) ? name.toUpperCase() : name,
            value,
          ]),
    ),
  );
}

const whole: Damage = (text) => text;

const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 16, arbitrary: fc.constant(whole) },
  { weight: 1, arbitrary: fc.constant((text: string) => `[${text}]`) },
  { weight: 1, arbitrary: fc.constant((text: string) => `\ufeff ${text}\n`) },
  { weight: 1, arbitrary: fc.nat({ max: 400 }).map((end) => (text: string) => text.slice(0, end)) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }).map((extra) => (text: string) => text + extra) },
  { weight: 1, arbitrary: fc.nat({ max: 400 }).map((place) => (text: string) => breakByte(text, place)) },
);

/** Inserts one byte that is invalid in UTF-8. */
function breakByte(text: string, place: number): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 0) bytes[place % bytes.length] = 0xff;
  return bytes;
}

/** Duplicate names are written twice. */
function write(members: Members): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${stringify(value) ?? "null"}`).join(",")}}`;
}

export type Change = (valid: Parameters) => string | Uint8Array;

/** One to four changes to a request with these parameters. */
export function changeOf(names: readonly string[]): fc.Arbitrary<Change> {
  return fc
    .tuple(fc.array(mutationOf(names), { minLength: 1, maxLength: 4 }), damage)
    .map(([mutations, break_]) => (valid: Parameters) => {
      const members = mutations.reduce<Members>((before, mutation) => mutation(before), Object.entries(valid));
      return break_(write(members));
    });
}
