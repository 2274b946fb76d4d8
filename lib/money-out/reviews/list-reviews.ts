import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type ReviewRow, selectReviews } from "@/lib/money-out/reviews/repo";
import type { ReviewList, ReviewView } from "@/lib/money-out/reviews/schema";

/** More than anyone decides in one sitting. */
const OPEN_MAX = 500;
const DECIDED_MAX = 100;

/**
 * Lists a merchant's reviews, or with null those that the operator decides: all open ones and the
 * newest finished ones.
 */
export async function listReviews(merchantId: string | null): Promise<ReviewList> {
  const [open, decided] = await Promise.all([
    selectReviews(database(), merchantId, { isOpen: true, limit: OPEN_MAX }),
    selectReviews(database(), merchantId, { isOpen: false, limit: DECIDED_MAX }),
  ]);
  return { open: open.map(toView), decided: decided.map(toView) };
}

/** Returns these of a merchant's open reviews. */
export async function readOpenReviews(merchantId: string, ids: readonly string[]): Promise<ReviewView[]> {
  if (ids.length === 0) return [];
  return (await selectReviews(database(), merchantId, { isOpen: true, limit: ids.length, ids })).map(toView);
}

function toView(row: ReviewRow): ReviewView {
  const { merchantId, merchantName, requestedById, requestedByName, decidedById, decidedByName, ...rest } = row;
  return {
    ...rest,
    merchant: { id: merchantId, name: merchantName },
    amount: decimal(row.amount).toFixed(),
    commission: decimal(row.commission).toFixed(),
    debitedAmount: decimal(row.debitedAmount).toFixed(),
    valueUsd: row.valueUsd && decimal(row.valueUsd).toFixed(),
    requestedBy: toPerson(requestedById, requestedByName),
    openedAt: row.openedAt.toISOString(),
    decidedBy: toPerson(decidedById, decidedByName),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

function toPerson(id: string | null, name: string | null): ReviewView["requestedBy"] {
  return id === null ? null : { id, name: name ?? "" };
}
