import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { FeePriority } from "@/lib/sending/fees/fee-priority";

/** Long enough to investigate what a merchant was quoted. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Deletes unused quotes a day after they expired; quotes of payouts and refunds remain. */
export async function pruneFeeQuotes(now = new Date()): Promise<void> {
  await deleteUnusedQuotes(new Date(now.getTime() - KEPT_MS));
}

/** A service at a fee priority. */
export type FeeKey = {
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly priority: FeePriority;
};

/** The fee of a payout, while the quote is valid. */
export type FeeQuote = {
  readonly id: string;
  /** In the coin. */
  readonly fixed: Decimal;
  /** Percentage of the amount, in addition. */
  readonly percent: Decimal;
  readonly validUntil: Date;
};

export type NewFeeQuote = Omit<FeeQuote, "id"> & {
  /** The chain's own estimate, in its native currency; null when there was none. */
  readonly estimate: Decimal | null;
};

/**
 * Returns the chain's estimate for one transfer, in its native currency, unless it is older than
 * `since`.
 */
export async function selectFeeEstimate(key: FeeKey, since: Date): Promise<Decimal | null> {
  const row = await database().payoutFeeEstimate.findUnique({
    where: { currencyCode_networkCode_priority: key, observedAt: { gt: since } },
    select: { amount: true },
  });
  return row && decimal(row.amount);
}

/** What is known of every service at a priority, by `<network>:<currency>`. */
export type KnownFees = {
  /** Fixed parts of the currently valid quotes. */
  readonly quoted: ReadonlyMap<string, Decimal>;
  /** The chains' estimates after `since`, in native currencies. */
  readonly estimated: ReadonlyMap<string, Decimal>;
};

export async function listKnownFees(priority: FeePriority, now: Date, since: Date): Promise<KnownFees> {
  const [quotes, estimates] = await Promise.all([
    database().payoutFeeQuote.findMany({
      where: { priority, validUntil: { gt: now } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    database().payoutFeeEstimate.findMany({ where: { priority, observedAt: { gt: since } } }),
  ]);
  const name = (row: { networkCode: string; currencyCode: string }) => `${row.networkCode}:${row.currencyCode}`;
  return {
    // The oldest valid quote applies; it is written last.
    quoted: new Map(quotes.map((row) => [name(row), decimal(row.fixed)])),
    estimated: new Map(estimates.map((row) => [name(row), decimal(row.amount)])),
  };
}

/**
 * Returns the network cost on which a quote is based, in the native currency; null when no estimate
 * was known.
 */
export async function findQuoteEstimate(tx: Tx, quoteId: string): Promise<Decimal | null> {
  const row = await tx.payoutFeeQuote.findUnique({ where: { id: quoteId }, select: { estimate: true } });
  return row?.estimate ? decimal(row.estimate) : null;
}

export async function findValidQuote(key: FeeKey, now: Date, tx: Tx = database()): Promise<FeeQuote | null> {
  const row = await tx.payoutFeeQuote.findFirst({
    where: { ...key, validUntil: { gt: now } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return row && toQuote(row);
}

/**
 * Inserts the quote unless a concurrent request has inserted a valid one, which then applies to
 * both.
 */
export async function insertQuoteOnce(key: FeeKey, quote: NewFeeQuote, now: Date): Promise<FeeQuote> {
  return await withTransaction(async (tx) => {
    const name = `payout-fee ${key.currencyCode} ${key.networkCode} ${key.priority}`;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    const first = await findValidQuote(key, now, tx);
    if (first !== null) return first;
    const exact = {
      fixed: quote.fixed.toFixed(),
      percent: quote.percent.toFixed(),
      estimate: quote.estimate?.toFixed() ?? null,
    };
    const { validUntil } = quote;
    return toQuote(await tx.payoutFeeQuote.create({ data: { ...key, ...exact, validUntil, createdAt: now } }));
  });
}

/**
 * Deletes quotes that expired before `endedBefore` and that no payout or refund was priced with.
 */
export async function deleteUnusedQuotes(endedBefore: Date): Promise<void> {
  await database().$executeRaw`
    DELETE FROM payout_fee_quotes quote WHERE valid_until < ${endedBefore}
      AND NOT EXISTS (SELECT FROM payouts WHERE fee_quote_id = quote.id)
      AND NOT EXISTS (SELECT FROM refunds WHERE fee_quote_id = quote.id)`;
}

function toQuote(row: Prisma.PayoutFeeQuoteGetPayload<object>): FeeQuote {
  const { id, validUntil } = row;
  return { id, validUntil, fixed: decimal(row.fixed), percent: decimal(row.percent) };
}
