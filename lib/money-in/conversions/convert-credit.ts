import { clearAlarm, lockSizedAlarms, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import {
  type AccountName,
  conversionGains,
  merchantWallet,
  receivable,
  treasury,
  treasuryShortfall,
} from "@/lib/ledger/account";
import { repayReceivable } from "@/lib/ledger/credit-merchant";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance, readBalance } from "@/lib/ledger/repo";
import {
  CONVERTED_TO,
  type Conversion,
  convertedAmounts,
  findConversionRate,
  legsIntoTreasury,
} from "@/lib/money-in/conversions/conversion";
import { insertConversion } from "@/lib/money-in/conversions/repo";
import type { FoundRate } from "@/lib/pricing/rates/queries";

const KIND = "conversion-skipped";

/**
 * Alerts the operator that a credit was not converted. The alarm of a coin reports its largest
 * credit.
 */
async function reportSkipped(
  tx: Tx,
  credit: { readonly currency: string; readonly amount: Decimal; readonly merchantId: string },
  reason: "no fresh rate" | "treasury short",
): Promise<void> {
  const { currency, amount, merchantId } = credit;
  const cause =
    reason === "treasury short"
      ? `the treasury does not hold enough ${CONVERTED_TO}`
      : `there is no fresh rate from ${currency} to ${CONVERTED_TO}`;
  const message = `A credit of ${moneyText(amount.toFixed(), currency)} to merchant ${merchantId} was not converted: ${cause}`;
  await raiseAlarm(tx, { kind: KIND, subject: currency, message, amount });
}

/**
 * Ends the alarm of each coin for which the treasury can now convert as much as the largest credit
 * that was not converted. Called when capital is set aside and after each conversion of a credit.
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

/** Why a credit was not converted. */
export type SkipReason = "no fresh rate" | "treasury short" | "too small";

export type ConversionOutcome =
  | { readonly outcome: "converted"; readonly conversion: Conversion }
  | { readonly outcome: "skipped"; readonly reason: SkipReason };

export type ConvertedCredit = {
  /** The credit's reference. */
  readonly reference: string;
  readonly groupId: string;
  readonly merchantId: string;
  /** The invoice that the credit belongs to; null for a case that was credited on its own. */
  readonly invoiceId: string | null;
  readonly currency: string;
  /** The part of the credit that stays in the wallet; above zero. */
  readonly amount: Decimal;
};

/** Lists all accounts that a conversion from this coin, or its reversal, touches. */
export function accountsOfConversion(merchantId: string, currency: string): AccountName[] {
  return [
    merchantWallet(merchantId, currency),
    merchantWallet(merchantId, CONVERTED_TO),
    receivable(merchantId, CONVERTED_TO),
    treasury(currency),
    treasury(CONVERTED_TO),
    treasuryShortfall(currency),
    conversionGains(CONVERTED_TO),
  ];
}

/**
 * Converts a merchant's new credit to USDT from the treasury, at the gateway's own current rate
 * less the spread. If the treasury holds too little or no rate is fresh, the credit stays in its
 * coin and the operator is alerted: conversion must never fail or delay a credit. The treasury is
 * read under its lock, so two conversions never count on the same money.
 */
export async function convertCredit(
  tx: Tx,
  credit: ConvertedCredit,
  rate: FoundRate | null,
): Promise<ConversionOutcome> {
  if (rate === null) return skip(tx, credit, "no fresh rate");
  const { toAmount, fee } = convertedAmounts(credit.amount, rate.rate, decimal(env().CONVERSION_SPREAD_PERCENT));
  if (!toAmount.gt(ZERO)) return { outcome: "skipped", reason: "too small" };
  const there = await lockBalance(tx, treasury(CONVERTED_TO));
  if (there.lt(toAmount.plus(fee))) return skip(tx, credit, "treasury short");
  const conversion = toConversion(credit, { toAmount, fee }, rate);
  await postConversion(tx, credit, conversion);
  await insertConversion(tx, {
    ...conversion,
    cause: "auto",
    reference: credit.reference,
    invoiceId: credit.invoiceId,
  });
  await clearCovered(tx);
  return { outcome: "converted", conversion };
}

async function postConversion(tx: Tx, credit: ConvertedCredit, conversion: Conversion): Promise<void> {
  const { reference, groupId, merchantId, currency, amount } = credit;
  const [coins, dollars] = [merchantWallet(merchantId, currency), merchantWallet(merchantId, CONVERTED_TO)];
  const kind = "conversion.auto" as const;
  await postEntry(tx, {
    kind,
    reference,
    groupId,
    legs: [
      ...(await legsIntoTreasury(tx, coins, amount)),
      ...leg(treasury(CONVERTED_TO), dollars, conversion.toAmount),
      ...leg(treasury(CONVERTED_TO), conversionGains(CONVERTED_TO), conversion.fee),
    ],
  });
  const debt = receivable(merchantId, CONVERTED_TO);
  await repayReceivable(tx, { kind, reference, groupId }, dollars, debt, conversion.toAmount);
}

function toConversion(
  credit: ConvertedCredit,
  given: { readonly toAmount: Decimal; readonly fee: Decimal },
  rate: FoundRate,
): Conversion {
  return {
    merchantId: credit.merchantId,
    fromCode: credit.currency,
    fromAmount: credit.amount,
    toCode: CONVERTED_TO,
    ...given,
    rate: rate.rate,
    rateSource: rate.source,
    rateAt: rate.observedAt,
  };
}

async function skip(
  tx: Tx,
  credit: ConvertedCredit,
  reason: "no fresh rate" | "treasury short",
): Promise<ConversionOutcome> {
  await reportSkipped(tx, credit, reason);
  return { outcome: "skipped", reason };
}
