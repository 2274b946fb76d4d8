import { Decimal as DecimalJs } from "decimal.js";

/**
 * The only exact number type of the product.
 *
 * decimal.js is cloned once with our settings and re-typed narrowly. The narrow type has no member
 * that accepts or returns a JavaScript number as a value, so mixing money and floating point is a
 * compile error, and every rounding must be named explicitly.
 */

/** decimal.js's own numbering: 0 away from zero, 1 towards zero, 2 up, 3 down, 6 half to even. */
type Rounding = 0 | 1 | 2 | 3 | 4 | 5 | 6;

declare const exact: unique symbol;

/** An exact signed decimal. Immutable; every method returns a new one. */
export type Decimal = {
  /**
   * Exists only in the type: keeps the database driver's own Decimal, which rounds at 20 digits,
   * from passing as ours.
   */
  readonly [exact]: true;
  /**
   * decimal.js's digits, exponent and sign, by which Prisma recognises a value as a decimal. Not
   * for arithmetic.
   */
  readonly d: number[];
  readonly e: number;
  readonly s: number;
  abs(): Decimal;
  negated(): Decimal;
  plus(other: DecimalOperand): Decimal;
  minus(other: DecimalOperand): Decimal;
  times(other: DecimalOperand): Decimal;
  /** A non-terminating quotient is rounded half to even at 100 significant digits. */
  dividedBy(other: DecimalOperand): Decimal;
  modulo(other: DecimalOperand): Decimal;
  /** -1, 0 or 1. */
  comparedTo(other: DecimalOperand): number;
  equals(other: DecimalOperand): boolean;
  greaterThan(other: DecimalOperand): boolean;
  greaterThanOrEqualTo(other: DecimalOperand): boolean;
  lessThan(other: DecimalOperand): boolean;
  lessThanOrEqualTo(other: DecimalOperand): boolean;
  /** Short forms of the five comparisons. */
  eq(other: DecimalOperand): boolean;
  gt(other: DecimalOperand): boolean;
  gte(other: DecimalOperand): boolean;
  lt(other: DecimalOperand): boolean;
  lte(other: DecimalOperand): boolean;
  isZero(): boolean;
  /** Also true for zero: tests the sign, not "greater than zero". Use `gt("0")` for that. */
  isPositive(): boolean;
  isNegative(): boolean;
  isInteger(): boolean;
  /** Returns the number of significant decimals, without trailing zeros. */
  decimalPlaces(): number;
  toDecimalPlaces(decimals: number, rounding: Rounding): Decimal;
  /** The exact digits, never an exponent. */
  toFixed(): string;
  toFixed(decimals: number, rounding: Rounding): string;
  /** The same digits as `toFixed()`. */
  toString(): string;
  toJSON(): string;
};

/** Operands of arithmetic other than a Decimal. Numbers are excluded on purpose. */
export type DecimalOperand = Decimal | string | bigint;

/** A decimal of another library, as in Prisma's rows. Its digits are copied exactly. */
export type DecimalLike = { readonly d: number[]; readonly e: number; readonly s: number; toFixed(): string };

type DecimalStatics = {
  max(first: DecimalOperand, ...others: DecimalOperand[]): Decimal;
  min(first: DecimalOperand, ...others: DecimalOperand[]): Decimal;
  sum(first: DecimalOperand, ...others: DecimalOperand[]): Decimal;
  isDecimal(value: unknown): value is Decimal;
  readonly ROUND_UP: 0;
  readonly ROUND_DOWN: 1;
  readonly ROUND_CEIL: 2;
  readonly ROUND_FLOOR: 3;
  readonly ROUND_HALF_UP: 4;
  readonly ROUND_HALF_DOWN: 5;
  readonly ROUND_HALF_EVEN: 6;
};

/**
 * 100 digits hold a uint256 in base units (78 digits) plus 18 decimals, so sums and products of
 * real amounts are exact.
 */
const PRECISION = 100;
/** decimal.js's own limit: `toString` never uses an exponent. */
const EXPONENT_NEVER = 9e15;
const PLAIN_DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

const ConfiguredDecimal = DecimalJs.clone({
  precision: PRECISION,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -EXPONENT_NEVER,
  toExpPos: EXPONENT_NEVER,
  modulo: DecimalJs.ROUND_DOWN,
  defaults: true,
});

/** The static functions and named roundings. Create values with {@link decimal}, not with `new`. */
export const Decimal = ConfiguredDecimal as unknown as DecimalStatics;

export const ZERO: Decimal = decimal("0");
export const ONE: Decimal = decimal("1");
export const HUNDRED: Decimal = decimal("100");

/**
 * Returns the exact value of trusted text (a database column, a constant, a rate), of base units,
 * or of another library's decimal. Parse untrusted text with `parseAmount`, which returns null
 * instead of throwing.
 *
 * @throws RangeError when the text is not a plain decimal: exponents, hexadecimal, blanks, NaN and
 *   Infinity are rejected.
 */
export function decimal(value: DecimalOperand | DecimalLike): Decimal {
  const text = typeof value === "object" ? value.toFixed() : value.toString();
  if (!PLAIN_DECIMAL.test(text)) throw new RangeError(`not a plain decimal: ${text.slice(0, 60)}`);
  return new ConfiguredDecimal(text) as unknown as Decimal;
}

/** Exact; zero for none. */
export function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}
