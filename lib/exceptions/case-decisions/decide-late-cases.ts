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
/** Read by the merchant's people on the case. */
const ASKED_BACK = "Held: the payer requested a refund";

/**
 * Decides late payments of merchants whose policy accepts them: one whose rate has moved by no more
 * than the merchant allows, and that came within {@link LATE_DAYS_MAX} days, is credited; any other
 * stays held, with the reason written on it, and so does one whose payer was shown to ask for money
 * of this invoice back. A wish that nobody has confirmed holds nothing: anybody with the link can
 * leave one. Found by a scan, so a crash loses none; each is judged once. Every one is looked at in
 * each pass, so that those which wait for a rate hold up no other.
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
 * One that cannot be decided for a reason of ours is tried again by the next pass, and the others
 * are decided now.
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
    // A price that comes back much later says nothing about what it was worth when it came.
    if (now.getTime() > opened.openedAt.getTime() + DAY_MS)
      await recordHeldReason(opened.id, "Held: no rate was available for a day");
    return;
  }
  if (drift.lte(decimal(BigInt(opened.driftPercentMax)))) return await creditUnlessRefused(opened);
  await recordHeldReason(opened.id, `Held: the rate moved by ${drift.toDecimalPlaces(SHOWN_DECIMALS, UP).toFixed()}%`);
}

/**
 * Somebody else decided it meanwhile, its payer asks for it back since, or its deposit is not on
 * the chain right now: the other cases must not wait for that. What is still open is looked at
 * again by the next pass.
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
 * By how many percent the rate differs from the quote's, in either direction; null while no fresh
 * rate is known.
 */
async function driftOf(opened: UndecidedCase): Promise<Decimal | null> {
  const { invoiceCurrency: from, currencyCode: to, courseSource, quoteRate } = opened;
  const source = courseSource === null ? null : parseSourceName(courseSource);
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
  /** A confirmed wish for money of its invoice waits for a decision. */
  readonly isAskedBack: boolean;
  readonly currencyCode: string;
  readonly invoiceCurrency: string;
  /** Whose prices the invoice asked for; null: the gateway's own. */
  readonly courseSource: string | null;
  readonly driftPercentMax: number;
  /** Of the quote at whose rate it would count. */
  readonly quoteRate: Decimal;
  /** When its invoice was over. */
  readonly expiresAt: Date;
  /** When it reached its chain, or was seen. */
  readonly cameAt: Date;
};

/** Where one batch ended and the next begins. */
type CasePlace = Pick<UndecidedCase, "openedAt" | "id">;

/**
 * Open late cases of merchants that accept late payments, which nobody has looked at: oldest first,
 * those behind `after`. The quote is the one that settling counts the deposit by (`quoteOf`): the
 * newest of its coin that was there when it was seen.
 */
async function listUndecidedLateCases(limit: number, after: CasePlace | null = null): Promise<UndecidedCase[]> {
  const rows = await database().$queryRaw<(Omit<UndecidedCase, "quoteRate"> & { quoteRate: Prisma.Decimal })[]>`
    SELECT k.id, k.opened_at AS "openedAt", k.merchant_id AS "merchantId", i.id AS "invoiceId", k.currency_code AS "currencyCode",
      i.currency_code AS "invoiceCurrency", i.course_source AS "courseSource", m.late_drift_percent AS "driftPercentMax",
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

/** Writes on an open case why it was not credited by itself. */
async function recordHeldReason(id: string, reason: string): Promise<void> {
  await database().case.updateMany({ where: { id, status: "open", resolution: null }, data: { resolution: reason } });
}
