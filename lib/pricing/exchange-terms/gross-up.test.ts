import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { decimal } from "@/lib/kernel/money/decimal";
import { grossUp } from "@/lib/pricing/exchange-terms/exchange-terms";

const DECIMALS_MAX = 8;
const FEE_DECIMALS = 18;

const units = (max: bigint) => fc.bigInt({ min: 0n, max });

describe("the amount to enter at an exchange", () => {
  test("covers the amount due after the fee, and one payable unit less would not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: DECIMALS_MAX }),
        units(10n ** 20n),
        units(10n ** 24n),
        (decimals, dueUnits, feeUnits) => {
          const due = fromBaseUnits(dueUnits, decimals);
          const fee = fromBaseUnits(feeUnits, FEE_DECIMALS);
          const unit = fromBaseUnits(1n, decimals);
          const { typed, arrives } = grossUp(due, fee, decimals);
          expect(arrives.gte(due)).toBe(true);
          expect(arrives.lt(due.plus(unit))).toBe(true);
          expect(typed.minus(unit).minus(fee).lt(due)).toBe(true);
          expect(typed.minus(fee).eq(arrives)).toBe(true);
          expect(typed.decimalPlaces()).toBeLessThanOrEqual(decimals);
        },
      ),
    );
  });

  test.each([
    ["25.05", "1", 6, "26.05", "25.05"],
    ["25.05", "0", 6, "25.05", "25.05"],
    ["0.0186", "0.0000000001", 8, "0.01860001", "0.0186000099"],
    ["7", "0.3", 0, "8", "7.7"],
  ])("for %s due and a fee of %s in units of %i decimals is %s, of which %s arrives", (...row) => {
    const [due, fee, decimals, typed, arrives] = row;
    const found = grossUp(decimal(due), decimal(fee), decimals);
    expect([found.typed.toFixed(), found.arrives.toFixed()]).toEqual([typed, arrives]);
  });
});
