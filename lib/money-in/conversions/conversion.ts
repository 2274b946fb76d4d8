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

/** Decimals of what a conversion gives. */
const OUTPUT_DECIMALS = 8;
/** Scale of a rate. */
const RATE_DECIMALS = 30;
const HALF_EVEN = 6;

type ConversionAmounts = {
  /** Given, after the fee: rounded down. */
  readonly toAmount: Decimal;
  /** The gateway's, half to even at 8 decimals. */
  readonly fee: Decimal;
};

/**
 * What `amount` gives at `rate` (units given for one, before the fee) when the gateway keeps
 * `spreadPercent` of the outcome.
 */
export function convertedAmounts(amount: Decimal, rate: Decimal, spreadPercent: Decimal): ConversionAmounts {
  const gross = amount.times(rate);
  const fee = roundFee(gross.times(spreadPercent).dividedBy(HUNDRED));
  return { toAmount: roundDown(gross.minus(fee), OUTPUT_DECIMALS), fee };
}

/** The rate with the spread in it: amount x this is what is given. */
export function rateAfterSpread(rate: Decimal, spreadPercent: Decimal): Decimal {
  return rate.times(ONE.minus(spreadPercent.dividedBy(HUNDRED))).toDecimalPlaces(RATE_DECIMALS, HALF_EVEN);
}

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

/**
 * Whether a merchant that has `coins` converted has a credit in this currency converted. USDT
 * itself never is.
 */
export function isConverted(coins: readonly string[], currency: string): boolean {
  return currency !== CONVERTED_TO && coins.includes(currency);
}

/**
 * Our own rate of a coin right now, before the spread; null while there is none that the gateway
 * exchanges at. Never the source that an invoice names: that one only sizes its amount. `tx` when a
 * transaction is open, so that no second connection is waited for.
 */
export async function findConversionRate(currency: string, tx?: Tx): Promise<FoundRate | null> {
  return await findFreshRate({ from: currency, to: CONVERTED_TO, use: "exchange" }, tx);
}

type ExpectedConversion = {
  readonly toCode: string;
  /**
   * Units of it for one of the coin at this moment, before the fee. That of the credit will be
   * another one.
   */
  readonly rate: Decimal;
};

/**
 * What a credit in this coin would be converted to now: for a quote to show. Null without a
 * conversion, or without a fresh rate.
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
 * Legs that take a coin into the treasury out of `from`: what the treasury once had to give back
 * and did not hold is made up for first. When that is all, its alarm ends. The caller posts the
 * legs in the same transaction.
 */
export async function legsIntoTreasury(tx: Tx, from: AccountName, amount: Decimal): Promise<Leg[]> {
  const { currency } = from;
  const shortfall = (await lockBalance(tx, treasuryShortfall(currency))).negated();
  const filled = Decimal.max(ZERO, Decimal.min(shortfall, amount));
  if (filled.gt(ZERO) && filled.eq(shortfall)) await clearAlarm(tx, { kind: "treasury-short", subject: currency });
  return [...leg(from, treasuryShortfall(currency), filled), ...leg(from, treasury(currency), amount.minus(filled))];
}

/**
 * Tells the operator that a conversion was undone whose coin the treasury no longer held. `what`
 * names it.
 */
export async function reportShortfall(tx: Tx, what: string, missing: Decimal, currency: string): Promise<void> {
  await raiseAlarm(tx, {
    kind: "treasury-short",
    subject: currency,
    message: `${what} was reversed, and the treasury was ${moneyText(missing.toFixed(), currency)} short`,
  });
}
