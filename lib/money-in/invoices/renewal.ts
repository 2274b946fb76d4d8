import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import type { PayerReason } from "@/lib/kernel/refusals";
import { LATE_DAYS_MAX } from "@/lib/money-in/cases/case";
import { QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { PAYMENTS_BLOCKED } from "@/lib/people/merchants/merchants-repo";

/** How often a payer may have one invoice renewed within a day: each renewal is a quote and a webhook, asked for by anybody with the link. */
export const RENEWALS_A_DAY = 8;

/** What a payer's wish for a new price depends on. */
export type RenewalFacts = {
  readonly status: InvoiceStatus;
  /** The merchant closed it before its time, and has not renewed it since. */
  readonly isCancelledByHand: boolean;
  /** The merchant's setting; of a plan's payment, whether its grace period lasts, whatever the setting says. */
  readonly payerMayRefresh: boolean;
  readonly arePaymentsBlocked: boolean;
  /** It ended more than `LATE_DAYS_MAX` days ago: nobody expects the order any more, and its shop should know first. */
  readonly isLongOver: boolean;
  /** A payment was seen that may still count, or waits for a decision. */
  readonly hasArrived: boolean;
  readonly quoteCount: number;
  /** Renewals of the last 24 hours. */
  readonly renewedLately: number;
};

type RenewalReason = Extract<PayerReason, `renewal_${string}` | "renewed_too_often">;

/** Why a payer may not get a new price; null when nothing speaks against it. Pure. */
export function whyNotRenewable(facts: RenewalFacts): RenewalReason | null {
  if (facts.status !== "cancel" || facts.isCancelledByHand) return "renewal_impossible";
  if (!facts.payerMayRefresh || facts.arePaymentsBlocked || facts.isLongOver) return "renewal_needs_shop";
  if (facts.hasArrived) return "renewal_paid";
  if (facts.quoteCount >= QUOTES_MAX || facts.renewedLately >= RENEWALS_A_DAY) return "renewed_too_often";
  return null;
}

/** Whether somebody closed the invoice `i` by hand, and nobody has renewed it since. */
export const CANCELLED_BY_HAND = Prisma.sql`COALESCE((
  SELECT e.kind = 'cancelled' FROM invoice_events e
  WHERE e.invoice_id = i.id AND e.kind IN ('cancelled', 'refreshed', 'renewed') ORDER BY e.id DESC LIMIT 1), false)`;

/** What speaks for or against renewing an invoice at this moment; null for an unknown one, and for a top-up. */
export async function readRenewalFacts(tx: Tx, invoiceId: string): Promise<RenewalFacts | null> {
  const rows = await tx.$queryRaw<RenewalFacts[]>`
    SELECT i.status::text AS status,
      CASE WHEN i.recurrence_id IS NULL THEN m.payer_may_refresh ELSE EXISTS (
        SELECT 1 FROM recurrence_periods p JOIN recurrences r ON r.id = p.recurrence_id
        WHERE p.invoice_id = i.id AND p.state = 'due' AND r.status = 'active' AND p.grace_ends_at > now()) END AS "payerMayRefresh",
      ${Prisma.raw(PAYMENTS_BLOCKED)} AS "arePaymentsBlocked",
      i.expires_at < now() - make_interval(days => ${LATE_DAYS_MAX}::int) AS "isLongOver",
      ${CANCELLED_BY_HAND} AS "isCancelledByHand",
      EXISTS (
        SELECT 1 FROM deposits d LEFT JOIN cases k ON k.deposit_id = d.id AND k.status <> 'void'
        WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id AND (d.status <> 'vanished' OR d.booked_inclusion IS NOT NULL)
          AND (k.id IS NULL OR k.status IN ('open', 'refunding'))) AS "hasArrived",
      (SELECT count(*)::int FROM quotes q WHERE q.invoice_id = i.id) AS "quoteCount",
      (SELECT count(*)::int FROM invoice_events e
        WHERE e.invoice_id = i.id AND e.kind = 'renewed' AND e.at > now() - interval '24 hours') AS "renewedLately"
    FROM invoices i JOIN merchants m ON m.id = i.merchant_id
    WHERE i.id = ${invoiceId}::uuid AND i.wallet_id IS NULL`;
  return rows[0] ?? null;
}
