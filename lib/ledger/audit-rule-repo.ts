import type pg from "pg";
import { Prisma } from "@/lib/generated/prisma/client";

export type AuditRule = {
  readonly title: string;
  /** Returns one row (`violation`) for everything that breaks the rule. */
  readonly violations: Prisma.Sql;
  /** Counts what the rule checks. */
  readonly scope: Prisma.Sql;
  /**
   * For a rule that judges each entry or row by itself, with its entries: the tables whose rows it
   * compares with the journal. What has not changed since a checkpoint can be left out, with its
   * entries. Or another query for what has changed. Absent: the rule always reads everything,
   * because it compares sums or reads few rows.
   */
  readonly recent?: readonly RecentTable[] | ((start: AuditStart) => Prisma.Sql);
};

/** From where on the journal and other tables are judged anew. */
export type AuditStart = {
  /** All entries up to this one have been judged. */
  readonly afterEntry: bigint;
  /** Everything older than this has been judged; later rows have entries after `afterEntry`. */
  readonly since: Date;
};

/**
 * Returns one line for everything that breaks the rule: everywhere, or among what has changed since
 * `start`.
 */
export async function findViolations(
  client: pg.ClientBase,
  rule: AuditRule,
  start: AuditStart | null = null,
): Promise<string[]> {
  const { text, values } = violationsSince(rule, start);
  const { rows } = await client.query<{ violation: string }>(text, values);
  return rows.map((row) => row.violation);
}

export async function countChecked(client: pg.ClientBase, { scope }: AuditRule): Promise<string> {
  const { rows } = await client.query<{ count: string }>(scope.text, scope.values);
  return rows[0]?.count ?? "0";
}

/**
 * Within the statement the names of tables stand for their recent rows only: first the entries of
 * all groups that have a recent entry, then the rows with such an entry or a recent time. The times
 * are those at which an entry is due; a row may have been changed later for other reasons.
 */
export function violationsSince({ violations, recent }: AuditRule, start: AuditStart | null): Prisma.Sql {
  if (start === null || recent === undefined) return violations;
  if (typeof recent === "function") return recent(start);
  const tables = [
    Prisma.sql`touched AS (SELECT DISTINCT group_id FROM journal_entries WHERE id > ${start.afterEntry})`,
    Prisma.sql`journal_entries AS (SELECT e.* FROM journal_entries e JOIN touched t ON t.group_id = e.group_id)`,
    Prisma.sql`postings AS (SELECT p.* FROM postings p JOIN journal_entries e ON e.id = p.entry_id)`,
    Prisma.sql`named AS MATERIALIZED (SELECT reference, split_part(reference, ':', 1) AS subject FROM journal_entries)`,
    ...recent.map((table) => Prisma.sql`${Prisma.raw(table)} AS (${RECENT_ROWS[table](start.since)})`),
  ];
  return Prisma.sql`WITH ${Prisma.join(tables)} SELECT violation FROM (${violations}) AS found`;
}

type RecentRows = (since: Date) => Prisma.Sql;

const isNamed = (reference: Prisma.Sql) => Prisma.sql`${reference} IN (SELECT reference FROM named)`;
const isSubject = (id: Prisma.Sql) => Prisma.sql`${id}::text IN (SELECT subject FROM named)`;

const RECENT_ROWS = {
  deposits: (since) => Prisma.sql`
    SELECT d.* FROM deposits d WHERE ${isSubject(Prisma.sql`d.id`)} OR greatest(d.seen_at, d.confirmed_at) >= ${since}`,
  invoice_credits: (since) => Prisma.sql`
    SELECT c.* FROM invoice_credits c WHERE ${isNamed(Prisma.sql`c.deposit_id || ':' || c.inclusion`)}
      OR greatest(c.credited_at, c.reversed_at) >= ${since}`,
  conversions: (since) => Prisma.sql`
    SELECT c.* FROM conversions c WHERE ${isNamed(Prisma.sql`c.reference`)} OR greatest(c.created_at, c.reversed_at) >= ${since}`,
  referral_credits: (since) => Prisma.sql`
    SELECT r.* FROM referral_credits r
    WHERE ${isNamed(Prisma.sql`split_part(r.reference, ':', 2) || ':' || split_part(r.reference, ':', 3)`)}
      OR greatest(r.created_at, r.reversed_at) >= ${since}`,
  internal_payments: (since) => Prisma.sql`
    SELECT n.* FROM internal_payments n WHERE ${isSubject(Prisma.sql`n.id`)} OR n.created_at >= ${since}`,
  payouts: (since) => Prisma.sql`
    SELECT o.* FROM payouts o WHERE ${isSubject(Prisma.sql`o.id`)} OR greatest(o.created_at, o.final_at) >= ${since}`,
  refunds: (since) => Prisma.sql`
    SELECT r.* FROM refunds r WHERE ${isSubject(Prisma.sql`r.id`)} OR greatest(r.created_at, r.final_at) >= ${since}`,
  sweeps: (since) => Prisma.sql`
    SELECT w.* FROM sweeps w WHERE ${isSubject(Prisma.sql`w.id`)} OR greatest(w.created_at, w.final_at) >= ${since}`,
  outgoing_transactions: (since) => Prisma.sql`
    SELECT o.* FROM outgoing_transactions o WHERE ${isSubject(Prisma.sql`o.id`)} OR greatest(o.created_at, o.settled_at) >= ${since}`,
  signed_transactions: (since) => Prisma.sql`
    SELECT v.* FROM signed_transactions v WHERE ${isNamed(Prisma.sql`v.outgoing_id || ':' || v.version`)} OR v.signed_at >= ${since}`,
} as const satisfies Record<string, RecentRows>;

export type RecentTable = keyof typeof RECENT_ROWS;
