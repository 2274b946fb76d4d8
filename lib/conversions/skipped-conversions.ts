import { clearAlarm, lockSizedAlarms, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { CONVERTED_TO } from "@/lib/conversions/conversion";
import { convertedAmounts } from "@/lib/conversions/conversion-amounts";
import { findConversionRate } from "@/lib/conversions/conversion-rate";
import type { Tx } from "@/lib/db";
import { env } from "@/lib/env";
import { treasury } from "@/lib/ledger/account";
import { readBalance } from "@/lib/ledger/repo";
import { type Decimal, decimal } from "@/lib/money/decimal";

const KIND = "conversion-skipped";

/** Tells the operator that a credit stayed as it came. The largest of a coin is what is told. */
export async function tellSkipped(
  tx: Tx,
  credit: { readonly currency: string; readonly amount: Decimal; readonly merchantId: string },
  reason: "no fresh rate" | "treasury short",
): Promise<void> {
  const { currency, amount, merchantId } = credit;
  const cause =
    reason === "treasury short"
      ? `the treasury holds too little ${CONVERTED_TO}`
      : `there is no fresh rate from ${currency} to ${CONVERTED_TO}`;
  const message = `A credit of ${amount.toFixed()} ${currency} to merchant ${merchantId} was not converted: ${cause}`;
  await raiseAlarm(tx, { kind: KIND, subject: currency, message, amount });
}

/**
 * Ends the alarm of each coin of which the treasury could convert now what it could not: as much as the largest credit that stayed as it
 * came. Asked when capital was set aside, and after each conversion of a credit.
 */
export async function clearCovered(tx: Tx): Promise<void> {
  const open = await lockSizedAlarms(tx, KIND);
  if (open.length === 0) return;
  const there = await readBalance(tx, treasury(CONVERTED_TO));
  for (const { subject, amount } of open) {
    const rate = await findConversionRate(subject, tx);
    if (rate === null) continue;
    const { toAmount, fee } = convertedAmounts(amount, rate.rate, decimal(env().CONVERSION_SPREAD_PERCENT));
    if (there.gte(toAmount.plus(fee))) await clearAlarm(tx, { kind: KIND, subject });
  }
}
