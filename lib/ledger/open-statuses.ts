import { Prisma } from "@/lib/generated/prisma/client";

/**
 * For `status IN` of statements: what has not ended yet. Literals and not a parameter, so that
 * partial indexes apply. Here, below every domain, because the audit asks as well.
 */

/** Statuses of an invoice that waits for a payment. */
export const OPEN_INVOICE = Prisma.sql`('check', 'process')`;

/** Statuses of a payout, refund or withdrawal that has neither arrived nor been given up. */
export const OPEN_OUTFLOW = Prisma.sql`('process', 'check')`;
