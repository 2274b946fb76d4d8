import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { Decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { roundDown, roundFee } from "@/lib/kernel/money/rounding";
import { type AccountName, treasury, treasuryShortfall } from "@/lib/ledger/account";
import { type Leg, leg } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { type FoundRate, findFreshRate } from "@/lib/pricing/rates/queries";

/** Decimals of a conversion's output. */
const OUTPUT_DECIMALS = 8;
/** Scale of a rate. */
const RATE_DECIMALS = 30;
const HALF_EVEN = 6;

type ConversionAmounts = {
  /** Paid out after the fee, rounded down. */
  readonly toAmount: Decimal;
  /** The gateway's fee, rounded half to even at 8 decimals. */
  readonly fee: Decimal;
};

/**
 * Computes the output of converting `amount` at `rate` (output units per input unit, before the
 * fee) when the gateway keeps `spreadPercent` of the output.
 */
export function convertedAmounts(amount: Decimal, rate: Decimal, spreadPercent: Decimal): ConversionAmounts {
  const gross = amount.times(rate);
  const fee = roundFee(gross.times(spreadPercent).dividedBy(HUNDRED));
  return { toAmount: roundDown(gross.minus(fee), OUTPUT_DECIMALS), fee };
}

/** Returns the rate after the spread: amount × this rate is the output. */
export function rateAfterSpread(rate: Decimal, spreadPercent: Decimal): Decimal {
  return rate.times(ONE.minus(spreadPercent.dividedBy(HUNDRED))).toDecimalPlaces(RATE_DECIMALS, HALF_EVEN);
}

/** The only currency that credits are converted to. */
export const CONVERTED_TO = "USDT";

/** The amounts and the rate of a conversion. */
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

/**
 * Whether a merchant that converts `coins` has a credit in this currency converted. USDT itself
 * never is.
 */
export function isConverted(coins: readonly string[], currency: string): boolean {
  return currency !== CONVERTED_TO && coins.includes(currency);
}

/**
 * Finds the gateway's own current rate of a coin, before the spread; null if none is fresh enough
 * to exchange at. Never uses the source that an invoice names, which only sizes its amount. Pass
 * `tx` inside a transaction, so that no second connection is needed.
 */
export async function findConversionRate(currency: string, tx?: Tx): Promise<FoundRate | null> {
  return await findFreshRate({ from: currency, to: CONVERTED_TO, use: "exchange" }, tx);
}

type ExpectedConversion = {
  readonly toCode: string;
  /**
   * Units of `toCode` per unit of the coin at present, before the fee. The rate at the time of the
   * credit will differ.
   */
  readonly rate: Decimal;
};

/**
 * Returns what a credit in this coin would be converted to now, for display in a quote. Null if the
 * coin is not converted or no rate is fresh.
 */
export async function expectedConversion(
  merchant: Pick<Merchant, "convertedCoins">,
  currency: string,
): Promise<ExpectedConversion | null> {
  if (!isConverted(merchant.convertedCoins, currency)) return null;
  const found = await findConversionRate(currency);
  return found && { toCode: CONVERTED_TO, rate: found.rate };
}

/**
 * Builds the legs that move a coin from `from` into the treasury. They first make up for any
 * shortfall the treasury has in that coin; when it is fully covered, its alarm ends. The caller
 * posts the legs in the same transaction.
 */
export async function legsIntoTreasury(tx: Tx, from: AccountName, amount: Decimal): Promise<Leg[]> {
  const { currency } = from;
  const shortfall = (await lockBalance(tx, treasuryShortfall(currency))).negated();
  const filled = Decimal.max(ZERO, Decimal.min(shortfall, amount));
  if (filled.gt(ZERO) && filled.eq(shortfall)) await clearAlarm(tx, { kind: "treasury-short", subject: currency });
  return [...leg(from, treasuryShortfall(currency), filled), ...leg(from, treasury(currency), amount.minus(filled))];
}

/**
 * Alerts the operator that the treasury lacked the coin of a conversion that was reversed. `what`
 * names the conversion.
 */
export async function reportShortfall(tx: Tx, what: string, missing: Decimal, currency: string): Promise<void> {
  await raiseAlarm(tx, {
    kind: "treasury-short",
    subject: currency,
    message: `${what} was reversed, and the treasury was ${moneyText(missing.toFixed(), currency)} short`,
  });
}
