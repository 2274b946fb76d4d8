import { Prisma } from "@/lib/generated/prisma/client";

/**
 * The end of what is old enough: the beginning of the UTC day that many days ago, by the database's
 * clock, which its own limit of 30 days uses too.
 */
export function cutoff(days: number): Prisma.Sql {
  return Prisma.sql`((date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => ${days}::int)) AT TIME ZONE 'UTC')`;
}

/**
 * Whether an invoice or top-up (`i`) has been final and unchanged since the cutoff, and nothing
 * about it is unfinished: no deposit on its way in or out of the books, no open case, no refund or
 * request of one, no period that its payer can still pay.
 */
export function isFinishedInvoice(days: number): Prisma.Sql {
  return Prisma.sql`(i.final_at < ${cutoff(days)} AND i.updated_at < ${cutoff(days)}
    AND i.status NOT IN ('check', 'process', 'locked', 'refund_process')
    AND NOT EXISTS (SELECT FROM deposits d WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id
      AND (d.status = 'seen' OR (d.status = 'vanished' AND d.booked_inclusion IS NOT NULL)))
    AND i.id NOT IN (SELECT c.invoice_id FROM cases c WHERE c.status IN ('open', 'refunding') AND c.invoice_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM refunds r WHERE r.invoice_id = i.id AND (r.final_at IS NULL OR r.final_at >= ${cutoff(days)}))
    AND NOT EXISTS (SELECT FROM refund_requests q WHERE q.invoice_id = i.id
      AND (q.status = 'confirmed' OR (q.status = 'unconfirmed' AND q.confirm_until >= ${cutoff(days)})))
    AND NOT EXISTS (SELECT FROM recurrence_periods p WHERE p.invoice_id = i.id AND p.state = 'due'))`;
}
