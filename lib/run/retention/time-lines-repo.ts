import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import { cutoff, isFinishedInvoice } from "@/lib/run/retention/finished-repo";
import type { Step } from "@/lib/run/retention/rule";

const PAGE = 2_000;

/** Commands read these, and the last says what was deleted; a trigger keeps them as well. */
const KEPT_KINDS = ["deposit-seen", "deposit-vanished", "cancelled", "refreshed", "renewed", "data-deleted"];

type PageRow = { readonly id: bigint; readonly subject: string | null };

/**
 * Returns a page of events, those that stay too: what was looked at is not read again in this run.
 * `subject` is null for an event that stays.
 */
function stepOf(rows: readonly PageRow[], count: number): Step {
  return { count, next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
}

function subjectsOf(rows: readonly PageRow[]): string[] {
  return [...new Set(rows.flatMap(({ subject }) => subject ?? []))];
}

/** Detail of the event that takes their place: `{ what, before }`, a date in UTC. */
export function markOf(what: "events" | "payer", days: number): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('what', ${what}::text, 'before', to_char(${cutoff(days)} AT TIME ZONE 'UTC', 'YYYY-MM-DD'))`;
}

/**
 * Deletes the old events of finished invoices and top-ups, and the milestones of those without a
 * payment; one event says so in their place. The invoices are locked, so that none is reopened
 * meanwhile; what another transaction has locked is left to the next run.
 */
export async function deleteInvoiceEvents(tx: Tx, days: number, after: bigint): Promise<Step> {
  const rows = await tx.$queryRaw<PageRow[]>`
    SELECT id, CASE WHEN at < ${cutoff(days)} AND kind <> ALL(${KEPT_KINDS}) THEN invoice_id END AS subject
    FROM invoice_events WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`;
  const finished = await tx.$queryRaw<{ id: string }[]>`
    SELECT i.id FROM invoices i WHERE i.id = ANY(${subjectsOf(rows)}::uuid[]) AND ${isFinishedInvoice(days)}
    ORDER BY i.id FOR NO KEY UPDATE SKIP LOCKED`;
  const ids = finished.map(({ id }) => id);
  if (ids.length === 0) return stepOf(rows, 0);
  const [gone] = await tx.$queryRaw<{ count: number }[]>`
    WITH gone AS (
      DELETE FROM invoice_events WHERE invoice_id = ANY(${ids}::uuid[]) AND at < ${cutoff(days)} AND kind <> ALL(${KEPT_KINDS})
      RETURNING invoice_id),
    marked AS (
      INSERT INTO invoice_events (invoice_id, kind, detail)
      SELECT DISTINCT invoice_id, 'data-deleted', ${markOf("events", days)} FROM gone)
    SELECT count(*)::int AS count FROM gone`;
  const milestones = await deleteMilestones(tx, ids, days);
  return stepOf(rows, (gone?.count ?? 0) + milestones);
}

/**
 * Those of invoices with a payment stay: only they show in which coin one was partly paid, and that
 * a refunded one had been paid in full. Analytics say since when steps are known, so that moves
 * too.
 */
async function deleteMilestones(tx: Tx, invoiceIds: readonly string[], days: number): Promise<number> {
  const count = await tx.$executeRaw`
    DELETE FROM invoice_milestones WHERE invoice_id = ANY(${invoiceIds}::uuid[]) AND seen_at IS NULL AND paid_at IS NULL`;
  if (count > 0)
    await tx.$executeRaw`UPDATE milestone_state SET page_views_since = ${cutoff(days)} WHERE page_views_since < ${cutoff(days)}`;
  return count;
}

/** Deletes the old events of finished payouts and refunds; one event says so in their place. */
export async function deleteOutflowEvents(tx: Tx, days: number, after: bigint): Promise<Step> {
  const rows = await tx.$queryRaw<PageRow[]>`
    SELECT id, CASE WHEN at < ${cutoff(days)} AND event <> 'data-deleted' THEN subject_id END AS subject
    FROM outflow_events WHERE id > ${after} ORDER BY id LIMIT ${PAGE}`;
  const subjects = subjectsOf(rows);
  if (subjects.length === 0) return stepOf(rows, 0);
  const [gone] = await tx.$queryRaw<{ count: number }[]>`
    WITH finished AS (
      SELECT 'payout'::outflow_kind AS kind, id FROM payouts
      WHERE id = ANY(${subjects}::uuid[]) AND final_at < ${cutoff(days)} AND status NOT IN ${OPEN_OUTFLOW}
      UNION ALL
      SELECT 'refund', id FROM refunds
      WHERE id = ANY(${subjects}::uuid[]) AND final_at < ${cutoff(days)} AND status NOT IN ${OPEN_OUTFLOW}),
    gone AS (
      DELETE FROM outflow_events e USING finished f
      WHERE e.kind = f.kind AND e.subject_id = f.id AND e.at < ${cutoff(days)} AND e.event <> 'data-deleted'
      RETURNING e.kind, e.subject_id),
    marked AS (
      INSERT INTO outflow_events (kind, subject_id, event, detail)
      SELECT DISTINCT kind, subject_id, 'data-deleted', ${markOf("events", days)} FROM gone)
    SELECT count(*)::int AS count FROM gone`;
  return stepOf(rows, gone?.count ?? 0);
}
