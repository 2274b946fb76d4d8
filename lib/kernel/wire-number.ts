import { isLosslessNumber, LosslessNumber } from "lossless-json";
import { z } from "zod";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * A JSON number in a response, written from the Decimal's own digits and never through a JavaScript
 * number. An operation that has one sets `hasWireNumbers`.
 */
export const wireNumber = z.custom<LosslessNumber>(isLosslessNumber, "is written as a number").meta({ type: "number" });

/** All digits, no exponent. */
export function toWireNumber(value: Decimal): LosslessNumber {
  return new LosslessNumber(value.toFixed());
}
