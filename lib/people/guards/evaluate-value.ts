import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { refusal } from "@/lib/kernel/refusals";
import type { OutflowOrder } from "@/lib/people/guards/outflow";
import { dollars } from "@/lib/people/guards/refusal-text";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { USD } from "@/lib/pricing/rates/rate-source";

const DAY_MS = 24 * 60 * 60 * 1000;
const CENTS = 2;

/**
 * `valueUsd` is rounded up to the cent; null: no fresh price. `approval`: why a second person must
 * approve, or null.
 */
type EvaluatedValue = { readonly valueUsd: Decimal | null; readonly approval: string | null };

/**
 * Returns what an outflow is worth, and checks it against the merchant's own limits. If a daily
 * total counts, the merchant's outflows are serialised from here to the end of the transaction, so
 * that no two of them use the same remainder.
 *
 * @throws AppError `refused` when it would exceed such a total; `unavailable` without a fresh price
 *   for its value
 */
export async function evaluateValue(tx: Tx, order: OutflowOrder, now: Date): Promise<EvaluatedValue> {
  let limits = await readOutflowLimits(tx, order.merchantId);
  const isThirdParty = order.isThirdParty === true;
  if (limits.dailyLimitUsd !== null || isThirdParty) {
    await lockOutflows(tx, order.merchantId);
    // The limits may have changed while this one waited for the lock.
    limits = await readOutflowLimits(tx, order.merchantId);
  }
  const { dailyLimitUsd, approvalAboveUsd, refundCeilingUsd: ceilingUsd } = limits;
  const valueUsd = await findValue(tx, order);
  if (dailyLimitUsd !== null) await assertWithinLimit(tx, order, { valueUsd, dailyLimitUsd, now });
  if (isThirdParty) await assertBelowCeiling(tx, order, { valueUsd, ceilingUsd, now });
  const approval =
    approvalAboveUsd === null
      ? null
      : (approvalReason(order, valueUsd, approvalAboveUsd) ?? batchApprovalReason(order.together, approvalAboveUsd));
  return { valueUsd, approval };
}

/** Returns the value of an outflow in US dollars, rounded up to the cent; null: no fresh price. */
export async function findValue(
  tx: Tx,
  { currency, amount }: Pick<OutflowOrder, "currency" | "amount">,
): Promise<Decimal | null> {
  const found = await findFreshRate({ from: currency, to: USD }, tx);
  return found && amount.times(found.rate).toDecimalPlaces(CENTS, Decimal.ROUND_CEIL);
}

async function assertWithinLimit(
  tx: Tx,
  order: OutflowOrder,
  { valueUsd, dailyLimitUsd, now }: { valueUsd: Decimal | null; dailyLimitUsd: Decimal; now: Date },
): Promise<void> {
  if (valueUsd === null) throw refusal("daily_limit_unknown", { limitUsd: dailyLimitUsd, currency: order.currency });
  const left = await sumOthersSince(tx, order, new Date(now.getTime() - DAY_MS));
  if (left.plus(valueUsd).lte(dailyLimitUsd)) return;
  throw refusal("daily_limit_reached", { limitUsd: dailyLimitUsd, worthUsd: valueUsd, leftUsd: left });
}

/** Returns why a second person must approve an outflow of this value, or null. */
export function approvalReason(
  { currency }: Pick<OutflowOrder, "currency">,
  valueUsd: Decimal | null,
  above: Decimal,
): string | null {
  if (valueUsd === null) return `Value unknown: there is no current exchange rate for ${currency}`;
  if (valueUsd.lte(above)) return null;
  return `Worth ${moneyText(dollars(valueUsd), "USD")}: approval is required above ${moneyText(dollars(above), "USD")}`;
}

/**
 * Returns why a second person must approve each row of a file of this value, or null: split into
 * small rows, a total would get past them. Undefined: there is no file.
 */
export function batchApprovalReason(worth: Decimal | null | undefined, above: Decimal): string | null {
  if (worth === undefined) return null;
  if (worth === null) return "Value of the batch unknown: there is no current exchange rate for one of its currencies";
  if (worth.lte(above)) return null;
  return `The batch is worth ${moneyText(dollars(worth), "USD")}: approval is required above ${moneyText(dollars(above), "USD")}`;
}

/**
 * The payment key lies on every web server of a shop. Refunds to the payer are not limited; to
 * other addresses it refunds up to the ceiling within 24 hours (null: any total), and nothing for
 * 24 hours after it was replaced: it may have been replaced by an attacker. The payout key and
 * signed-in users are not limited by this. Runs under the lock of the merchant's outflows.
 * @throws AppError `refused`, naming the limit; `unavailable` if the refund's value is unknown
 */
async function assertBelowCeiling(
  tx: Tx,
  order: OutflowOrder,
  { valueUsd, ceilingUsd, now }: { valueUsd: Decimal | null; ceilingUsd: Decimal | null; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  if (await isPaymentKeyReplaced(tx, order.merchantId, since)) throw refusal("payment_key_new");
  if (ceilingUsd === null) return;
  if (valueUsd === null) throw refusal("refund_ceiling_unknown", { ceilingUsd, currency: order.currency });
  const left = await sumOthersSince(tx, order, since, { isThirdParty: true });
  if (left.plus(valueUsd).gt(ceilingUsd)) throw refusal("refund_ceiling_reached", { ceilingUsd });
}

/** The limits that a merchant sets for itself, in US dollars; null: no such limit. */
export type OutflowLimits = {
  readonly dailyLimitUsd: Decimal | null;
  readonly approvalAboveUsd: Decimal | null;
  readonly refundCeilingUsd: Decimal | null;
};

export async function readOutflowLimits(tx: Tx, merchantId: string): Promise<OutflowLimits> {
  const row = await tx.merchant.findUniqueOrThrow({
    where: { id: merchantId },
    select: { dailyLimitUsd: true, approvalAboveUsd: true, refundCeilingUsd: true },
  });
  return {
    dailyLimitUsd: row.dailyLimitUsd && decimal(row.dailyLimitUsd),
    approvalAboveUsd: row.approvalAboveUsd && decimal(row.approvalAboveUsd),
    refundCeilingUsd: row.refundCeilingUsd && decimal(row.refundCeilingUsd),
  };
}

/** Serialises the merchant's outflows until the transaction ends. */
async function lockOutflows(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`outflows:${merchantId}`}, 0))`;
}

/**
 * Returns the total of other outflows since, without those returned. Outflows requested without a
 * price count as zero. `isThirdParty`: only refunds by the payment key to addresses that did not
 * pay.
 */
export async function sumOthersSince(
  tx: Tx,
  { merchantId, kind, subjectId }: Pick<OutflowOrder, "merchantId" | "kind" | "subjectId">,
  since: Date,
  { isThirdParty = false } = {},
): Promise<Decimal> {
  const [row] = await tx.$queryRaw<[{ sum: Prisma.Decimal }]>`
    SELECT coalesce(sum(value_usd), 0) AS sum FROM outflows
    WHERE merchant_id = ${merchantId}::uuid AND created_at > ${since} AND returned_at IS NULL
      AND (is_third_party OR NOT ${isThirdParty}) AND (kind::text, subject_id) <> (${kind}, ${subjectId}::uuid)`;
  return decimal(row.sum);
}

/** Returns whether the merchant's payment key was created since and replaced another one. */
async function isPaymentKeyReplaced(tx: Tx, merchantId: string, since: Date): Promise<boolean> {
  const keys = await tx.apiKey.findMany({
    where: { merchantId, kind: "payment" },
    orderBy: { createdAt: "desc" },
    take: 2,
    select: { createdAt: true },
  });
  const [current, earlier] = keys;
  return current !== undefined && earlier !== undefined && current.createdAt > since;
}
