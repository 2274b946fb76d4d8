import { parse, stringify } from "lossless-json";

const INTEGER = /^-?\d{1,40}$/;

/** JSON with whole numbers as bigint and all others as their text, so that no amount passes through a float. */
export function parseExact(text: string): unknown {
  return parse(text, undefined, (digits) => (INTEGER.test(digits) ? BigInt(digits) : digits));
}

/** The opposite: a bigint is a number with all its digits. */
export function printExact(value: object): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError("what is sent has to be an object");
  return text;
}
