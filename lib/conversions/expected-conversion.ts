import { CONVERTED_TO, isConverted } from "@/lib/conversions/conversion";
import { findConversionRate } from "@/lib/conversions/conversion-rate";
import type { Merchant } from "@/lib/merchants/merchant";
import type { Decimal } from "@/lib/money/decimal";

export type ExpectedConversion = {
  readonly toCode: string;
  /** Units of it for one of the coin at this moment, before the fee. That of the credit will be another one. */
  readonly rate: Decimal;
};

/** What a credit in this coin would be converted to now: for a quote to show. Null without a conversion, or without a fresh rate. */
export async function expectedConversion(
  merchant: Pick<Merchant, "convertedCoins">,
  currency: string,
): Promise<ExpectedConversion | null> {
  if (!isConverted(merchant.convertedCoins, currency)) return null;
  const found = await findConversionRate(currency);
  return found && { toCode: CONVERTED_TO, rate: found.rate };
}
