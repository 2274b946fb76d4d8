import { LosslessNumber } from "lossless-json";
import type { World } from "@/app/v1/conformance/testing/world";

/** The rows of the rule tables, and generators for rules that many parameters share. */

export type Parameters = Readonly<Record<string, unknown>>;

/** The expected response. */
export type Expected =
  /**
   * Same response as for the operation's valid request; `means`: the parsed value of the parameter.
   */
  | { readonly kind: "taken"; readonly means?: unknown }
  /** 422 with `errors` for this parameter alone, or for a part of it. */
  | { readonly kind: "errors"; readonly parameters: readonly string[]; readonly code?: string }
  /** 422 with exactly this `message`. */
  | { readonly kind: "message"; readonly text: string }
  /** 422 in either format, where the specification does not say which. */
  | { readonly kind: "declined" };

export type Row = {
  /** A sentence about the parameter. */
  readonly says: string;
  readonly parameter: string;
  /** Derives the request from the operation's valid one. */
  readonly request: (valid: Parameters, world: World) => Parameters;
  readonly expected: Expected;
};

export const taken = (means?: unknown): Expected =>
  means === undefined ? { kind: "taken" } : { kind: "taken", means };
export const declined: Expected = { kind: "declined" };
export const message = (text: string): Expected => ({ kind: "message", text });
export const refused = (parameter: string, code?: string): Expected =>
  code === undefined ? { kind: "errors", parameters: [parameter] } : { kind: "errors", parameters: [parameter], code };

/** A JSON number by its digits. */
export const digits = (text: string): LosslessNumber => new LosslessNumber(text);

/** One value of one parameter; the others are valid. */
export function row(parameter: string, value: unknown, expected: Expected, about?: string): Row {
  const verb = {
    taken: "is accepted",
    errors: "is refused",
    message: "returns its own message",
    declined: "is declined",
  }[expected.kind];
  return {
    says: `${parameter} ${show(value)} ${about ? `(${about}) ` : ""}${verb}`,
    parameter,
    request: (valid) => ({ ...valid, [parameter]: value }),
    expected,
  };
}

/** Several values of one parameter with the same outcome. */
export const rows = (parameter: string, values: readonly unknown[], expected: Expected): Row[] =>
  values.map((value) => row(parameter, value, expected));

/** The request without this parameter. */
export function without(parameter: string, expected: Expected): Row {
  const request = (valid: Parameters) =>
    Object.fromEntries(Object.entries(valid).filter(([name]) => name !== parameter));
  return { says: `${parameter} omitted`, parameter, request, expected };
}

/** "R": omitted, `null` and `""` are all missing. */
export const required = (parameter: string): Row[] => [
  without(parameter, refused(parameter, "validation.required")),
  ...rows(parameter, [null, ""], refused(parameter, "validation.required")),
];

/** "O": omitted, `null` and `""` all mean its default. */
export const optional = (parameter: string, fallback: unknown = null): Row[] => [
  without(parameter, taken(fallback)),
  ...rows(parameter, [null, ""], taken(fallback)),
];

/** At least one of two identifiers of an object; `null` and `""` identify nothing. */
export function oneOfBoth(first: string, second: string): Row[] {
  const missing: Expected = { kind: "errors", parameters: [first, second], code: "validation.required_without" };
  return [undefined, null, ""].map((value) => ({
    says: `neither ${first} nor ${second} (${value === undefined ? "omitted" : show(value)}) is refused for both`,
    parameter: first,
    request: (valid) => ({ ...valid, [first]: value, [second]: value }),
    expected: missing,
  }));
}

/** Values that are neither text nor a number. */
export const noText = (parameter: string): Row[] =>
  rows(parameter, [true, [], ["a"], {}, { a: "b" }], refused(parameter));

/**
 * Both limits of a length and one beyond; characters outside the basic plane count as in the
 * database.
 */
export function length(parameter: string, min: number, max: number, fill = "a"): Row[] {
  const text = (count: number) => fill.repeat(count);
  return [
    ...(min > 1 ? [row(parameter, text(min - 1), refused(parameter), `${min - 1} characters`)] : []),
    row(parameter, text(min), taken(), `${min} characters`),
    row(parameter, text(max), taken(), `${max} characters`),
    row(parameter, text(max + 1), refused(parameter), `${max + 1} characters`),
  ];
}

/** Too long, where a text of maximum length would be invalid for other reasons. */
export const tooLong = (parameter: string, max: number, fill = "a"): Row =>
  row(parameter, fill.repeat(max + 1), refused(parameter), `${max + 1} characters`);

/** ASCII letters, digits, underscore and dash, so that no two look alike. */
export const alphaDash = (parameter: string): Row[] =>
  rows(
    parameter,
    [
      "a b",
      " a",
      "a\n",
      "a.b",
      "a/b",
      "a:b",
      "a,b",
      "é",
      "\u0430",
      "\u0661",
      "\uff11",
      "a\u0000",
      "\u{1f600}",
      "a'--",
      "%61",
    ],
    refused(parameter),
  );

export const uuid = (parameter: string): Row[] =>
  rows(
    parameter,
    [
      "1",
      "00000000000040008000000000000001",
      "{00000000-0000-4000-8000-000000000001}",
      "00000000-0000-4000-8000-00000000000",
      "00000000-0000-4000-8000-0000000000011",
      "0000000g-0000-4000-8000-000000000001",
      " 00000000-0000-4000-8000-000000000001",
      [],
      {},
      true,
    ],
    refused(parameter),
  );

/** A web URL of 6 to `max` characters. The shortest possible has 8. */
export function webAddress(parameter: string, max = 255): Row[] {
  const long = (count: number) => `https://shop.example/${"a".repeat(count - "https://shop.example/".length)}`;
  return [
    ...rows(
      parameter,
      [
        "http://a",
        "https://shop.example",
        "HTTPS://Shop.Example/a?b=c&d=%20#e",
        "https://shop.example:8443/заказ",
        "http://127.0.0.1:9/x",
      ],
      taken(),
    ),
    row(parameter, long(max), taken(long(max)), `${max} characters`),
    row(parameter, long(max + 1), refused(parameter), `${max + 1} characters`),
    ...rows(
      parameter,
      [
        "a.bcd",
        "//a.b",
        "shop.example/back",
        "/back/1",
        "ftp://shop.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
      ],
      refused(parameter),
    ),
    ...rows(
      parameter,
      [
        "https://",
        "https://a b.example",
        "https://user:word@shop.example",
        "https://shop.example\\@a",
        "https://a\u0000.b",
      ],
      refused(parameter),
    ),
    ...rows(parameter, [5, true, [], {}], refused(parameter)),
  ];
}

/** "Boolean parameters appear also as the strings for true and false". */
export const boolean = (parameter: string): Row[] => [
  ...rows(parameter, [true, "true", "TRUE", "True", "1", 1], taken(true)),
  ...rows(parameter, [false, "false", "FALSE", "False", "0", 0], taken(false)),
  ...rows(parameter, ["yes", "no", "on", "y", "2", 2, -1, "-1", "01", " 1", "nil", [], {}, [true]], refused(parameter)),
];

/**
 * An integer as a number or as text: both limits, one beyond each, and values that are not
 * integers.
 */
export const integer = (parameter: string, min: number, max: number): Row[] => [
  row(parameter, min, taken(min), "the minimum"),
  row(parameter, max, taken(max), "the maximum"),
  ...[min, max].map((value) => row(parameter, String(value), taken(value), "as text")),
  row(parameter, digits(`${max}.0`), taken(max), "with a decimal point"),
  ...rows(parameter, [min - 1, max + 1, String(min - 1), String(max + 1)], refused(parameter)),
  ...rows(
    parameter,
    [digits("1e9"), digits("99999999999999999999"), digits("1e400"), digits("-1e400")],
    refused(parameter),
  ),
  ...rows(
    parameter,
    ["x", "12x", "x12", "0x10", "1e1", "+5", " 5", "5 ", "5,0", "--5", true, [], [5], {}],
    refused(parameter),
  ),
  row(parameter, digits(`${max}.5`), refused(parameter)),
  row(parameter, digits(`${min}.25`), refused(parameter)),
];

/** A closed list of words. */
export const words = (parameter: string, known: readonly string[], unknown: readonly unknown[]): Row[] => [
  ...rows(parameter, known, taken()),
  ...rows(parameter, unknown, refused(parameter)),
];

/** A decimal above zero: every accepted notation, and the refused ones. */
export const amount = (parameter: string): Row[] => [
  ...rows(parameter, ["10", "10.5", "10.00", "0010.5", digits("10"), digits("10.50"), "10.00000000"], taken()),
  ...rows(
    parameter,
    ["0", "0.00", "-10", "+10", "1e1", "1E1", "10.", ".5", "10,5", "1 000", " 10", "10 ", "10\n"],
    refused(parameter),
  ),
  ...rows(
    parameter,
    ["0x10", "1_000", "NaN", "Infinity", "-Infinity", "ten", "10USDT", "\u0661\u0660", "１０", "10..5", "1.2.3"],
    refused(parameter),
  ),
  ...rows(
    parameter,
    [digits("0"), digits("-0"), digits("-10"), digits("1e1"), digits("1E+2"), digits("1e-1"), true, [], ["10"], {}],
    refused(parameter),
  ),
  row(parameter, "1".repeat(41), refused(parameter), "41 characters"),
  row(parameter, digits("1".repeat(41)), refused(parameter), "41 digits"),
  row(parameter, `0.${"0".repeat(39)}1`, refused(parameter), "42 characters"),
];

/** Short enough for a test title. */
function show(value: unknown): string {
  const text = value instanceof LosslessNumber ? value.value : (JSON.stringify(value) ?? "undefined");
  return text.length > 48 ? `${text.slice(0, 45)}...` : text;
}
