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
    ...recent.map((table) => recentRowsOf(table, start.since)),
  ];
  return Prisma.sql`WITH ${Prisma.join(tables)} SELECT violation FROM (${violations}) AS found`;
}

/** Where a table (`t`) is named in the journal, and when its rows change as the journal does. */
type RecentRows = { readonly named: "reference" | "subject"; readonly key: string; readonly at: string };

const RECENT_ROWS = {
  deposits: { named: "subject", key: "t.id::text", at: "greatest(t.seen_at, t.confirmed_at)" },
  invoice_credits: {
    named: "reference",
    key: "t.deposit_id || ':' || t.inclusion",
    at: "greatest(t.credited_at, t.reversed_at)",
  },
  conversions: { named: "reference", key: "t.reference", at: "greatest(t.created_at, t.reversed_at)" },
  referral_credits: {
    named: "reference",
    key: "split_part(t.reference, ':', 2) || ':' || split_part(t.reference, ':', 3)",
    at: "greatest(t.created_at, t.reversed_at)",
  },
  internal_payments: { named: "subject", key: "t.id::text", at: "t.created_at" },
  payouts: { named: "subject", key: "t.id::text", at: "greatest(t.created_at, t.final_at)" },
  refunds: { named: "subject", key: "t.id::text", at: "greatest(t.created_at, t.final_at)" },
  sweeps: { named: "subject", key: "t.id::text", at: "greatest(t.created_at, t.final_at)" },
  outgoing_transactions: { named: "subject", key: "t.id::text", at: "greatest(t.created_at, t.settled_at)" },
  signed_transactions: { named: "reference", key: "t.outgoing_id || ':' || t.version", at: "t.signed_at" },
} as const satisfies Record<string, RecentRows>;

/** As one set of keys: with OR, each row would be looked up by itself. */
function recentRowsOf(name: RecentTable, since: Date): Prisma.Sql {
  const { named, key, at } = RECENT_ROWS[name];
  const [table, own] = [Prisma.raw(name), Prisma.raw(key)];
  return Prisma.sql`
    ${table} AS (SELECT t.* FROM ${table} t WHERE ${own} IN (
      SELECT ${Prisma.raw(named)} FROM named UNION SELECT ${own} FROM ${table} t WHERE ${Prisma.raw(at)} >= ${since}))`;
}

export type RecentTable = keyof typeof RECENT_ROWS;
