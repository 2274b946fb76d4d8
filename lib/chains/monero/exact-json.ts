import { stringify } from "lossless-json";
import { parseWhole } from "@/lib/chains/pieces";

const INTEGER = /^-?\d{1,40}$/;

/** Whole numbers are bigints and all others their text, so that no amount passes through a float. */
export function exactNumber(digits: string): unknown {
  return INTEGER.test(digits) ? BigInt(digits) : digits;
}

/** JSON with such numbers. */
export function parseExact(text: string): unknown {
  return parseWhole(text, exactNumber);
}

/** The opposite: a bigint is a number with all its digits. */
export function printExact(value: object): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError("what is sent has to be an object");
  return text;
}
