import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { listAwaitedMoney } from "@/lib/exceptions/refund-requests/repo";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { type Decimal, decimal, HUNDRED, ONE } from "@/lib/kernel/money/decimal";
import { LATE_DAYS_MAX } from "@/lib/money-in/cases/case";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { parseSourceName } from "@/lib/pricing/rates/source-name";

const BATCH = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_DECIMALS = 2;
const UP = 0;
/** Shown to the merchant's users on the case. */
const ASKED_BACK = "Held: the payer requested a refund";

/**
 * Decides late payments of merchants whose policy accepts them. A payment is credited if its rate
 * has moved by no more than the merchant allows and it arrived within {@link LATE_DAYS_MAX} days.
 * Any other payment stays held with the reason recorded on it, as does one whose payer has a
 * confirmed refund request for this invoice. An unconfirmed request holds nothing, since anyone
 * with the link can submit one. Cases are found by a scan, so a crash loses none; each is decided
 * once. Every pass checks all of them, so cases that wait for a rate do not delay others.
 */
export async function decideLateCases(now = new Date(), batchSize = BATCH): Promise<void> {
  let after: CasePlace | null = null;
  do {
    const batch: readonly UndecidedCase[] = await listUndecidedLateCases(batchSize, after);
    for (const opened of batch) await decideUnlessBroken(opened, now);
    after = batch.length < batchSize ? null : (batch.at(-1) ?? null);
  } while (after !== null);
}

/**
 * Retries a case that failed because of an internal error in the next pass, without blocking the
 * others.
 */
async function decideUnlessBroken(opened: UndecidedCase, now: Date): Promise<void> {
  try {
    await judge(opened, now);
  } catch (error) {
    log().error({ case: opened.id, err: error }, "a late payment could not be judged");
  }
}

async function judge(opened: UndecidedCase, now: Date): Promise<void> {
  if (opened.isAskedBack) return await recordHeldReason(opened.id, ASKED_BACK);
  const end = opened.expiresAt.getTime() + LATE_DAYS_MAX * DAY_MS;
  if (opened.cameAt.getTime() > end)
    return await recordHeldReason(opened.id, `Held: arrived more than ${LATE_DAYS_MAX} days after expiry`);
  const drift = await driftOf(opened);
  if (drift === null) {
    // A price that becomes available much later says nothing about the value at the time of
    // payment.
    if (now.getTime() > opened.openedAt.getTime() + DAY_MS)
      await recordHeldReason(opened.id, "Held: no rate was available for a day");
    return;
  }
  if (drift.lte(decimal(BigInt(opened.driftPercentMax)))) return await creditUnlessRefused(opened);
  await recordHeldReason(opened.id, `Held: the rate moved by ${drift.toDecimalPlaces(SHOWN_DECIMALS, UP).toFixed()}%`);
}

/**
 * Someone else may have decided the case, its payer may have requested a refund, or its deposit may
 * currently not be on the chain. None of this may delay the other cases; the next pass checks again
 * what is still open.
 */
async function creditUnlessRefused({ id, merchantId, invoiceId }: UndecidedCase): Promise<void> {
  const judge = async (tx: Tx) => {
    if ((await listAwaitedMoney(tx, invoiceId)).size > 0) throw new AppError("refused", ASKED_BACK);
  };
  try {
    await creditCase({ caseId: id, merchantId, actorId: null, judge });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * Returns the absolute difference between the current rate and the quote's rate, in percent; null
 * while no fresh rate is available.
 */
async function driftOf(opened: UndecidedCase): Promise<Decimal | null> {
  const { invoiceCurrency: from, currencyCode: to, requestedRateSource, quoteRate } = opened;
  const source = requestedRateSource === null ? null : parseSourceName(requestedRateSource);
  const found = await findFreshRate({ from, to, source, use: "exchange" });
  return found === null ? null : driftPercent(quoteRate, found.rate);
}

function driftPercent(before: Decimal, now: Decimal): Decimal {
  return now.dividedBy(before).minus(ONE).abs().times(HUNDRED);
}

type UndecidedCase = {
  readonly id: string;
  readonly openedAt: Date;
  readonly merchantId: string;
  readonly invoiceId: string;
  /** A confirmed refund request for this invoice waits for a decision. */
  readonly isAskedBack: boolean;
  readonly currencyCode: string;
  readonly invoiceCurrency: string;
  /** The price source of the invoice; null: the gateway's own rates. */
  readonly requestedRateSource: string | null;
  readonly driftPercentMax: number;
  /** Rate of the quote by which the deposit would count. */
  readonly quoteRate: Decimal;
  /** When the invoice expired. */
  readonly expiresAt: Date;
  /** Block time of the deposit, or the time it was first seen. */
  readonly cameAt: Date;
};

/** Cursor between two batches. */
type CasePlace = Pick<UndecidedCase, "openedAt" | "id">;

/**
 * Lists open late cases without a decision, of merchants that accept late payments: oldest first,
 * those after `after`. The quote is the one by which settlement counts the deposit (`quoteOf`): the
 * newest quote of its coin that existed when the deposit was first seen.
 */
async function listUndecidedLateCases(limit: number, after: CasePlace | null = null): Promise<UndecidedCase[]> {
  const rows = await database().$queryRaw<(Omit<UndecidedCase, "quoteRate"> & { quoteRate: Prisma.Decimal })[]>`
    SELECT k.id, k.opened_at AS "openedAt", k.merchant_id AS "merchantId", i.id AS "invoiceId", k.currency_code AS "currencyCode",
      i.currency_code AS "invoiceCurrency", i.course_source AS "requestedRateSource", m.late_drift_percent AS "driftPercentMax",
      EXISTS (SELECT FROM refund_requests r WHERE r.invoice_id = i.id AND r.status = 'confirmed') AS "isAskedBack",
      q.rate AS "quoteRate", i.expires_at AS "expiresAt", COALESCE(d.block_time, d.seen_at) AS "cameAt"
    FROM cases k JOIN merchants m ON m.id = k.merchant_id JOIN invoices i ON i.id = k.invoice_id
      JOIN deposits d ON d.id = k.deposit_id
      JOIN LATERAL (
        SELECT rate FROM quotes WHERE invoice_id = i.id AND currency_code = k.currency_code AND network_code = k.network_code
        ORDER BY created_at <= d.seen_at DESC, CASE WHEN created_at <= d.seen_at THEN -number ELSE number END LIMIT 1) q ON true
    WHERE k.status = 'open' AND k.kind = 'late' AND k.resolution IS NULL AND m.late_policy = 'accept'
      AND i.status IN ('cancel', 'wrong_amount')
      AND (${after === null} OR (k.opened_at, k.id) > (${after?.openedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY k.opened_at, k.id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, quoteRate: decimal(row.quoteRate) }));
}

/** Records on an open case why it was not credited automatically. */
async function recordHeldReason(id: string, reason: string): Promise<void> {
  await database().case.updateMany({ where: { id, status: "open", resolution: null }, data: { resolution: reason } });
}
