import type { Decimal } from "@/lib/money/decimal";

/** The one currency that credits are converted to. */
export const CONVERTED_TO = "USDT";

/** What a conversion gave for what. */
export type Conversion = {
  readonly merchantId: string;
  readonly fromCode: string;
  readonly fromAmount: Decimal;
  readonly toCode: string;
  /** After the fee. */
  readonly toAmount: Decimal;
  /** In `toCode`. */
  readonly fee: Decimal;
  /** Units of `toCode` for one of `fromCode`, before the fee. */
  readonly rate: Decimal;
  readonly rateSource: string;
  readonly rateAt: Date;
};

/** Whether a merchant that has `coins` converted has a credit in this currency converted. USDT itself never is. */
export function isConverted(coins: readonly string[], currency: string): boolean {
  return currency !== CONVERTED_TO && coins.includes(currency);
}
