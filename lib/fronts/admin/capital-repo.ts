import type { CapitalEntryView } from "@/lib/fronts/admin/capital-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";

export type CapitalSums = {
  readonly currency: string;
  readonly held: Prisma.Decimal;
  readonly owed: Prisma.Decimal;
  readonly capital: Prisma.Decimal;
  readonly treasury: Prisma.Decimal;
  readonly feesEarned: Prisma.Decimal;
  readonly networkCosts: Prisma.Decimal;
  readonly conversionGains: Prisma.Decimal;
  readonly receivables: Prisma.Decimal;
  readonly shortfall: Prisma.Decimal;
};

const sumOf = (condition: Prisma.Sql) => Prisma.sql`coalesce(sum(b.balance) FILTER (WHERE ${condition}), 0)`;
const ofKind = (...kinds: string[]) => sumOf(Prisma.sql`a.kind = ANY(${kinds}::text[])`);

/** What all accounts of a class or kind hold together, in every currency that was ever posted to. */
export function selectCapitalSums(): Promise<CapitalSums[]> {
  return database().$queryRaw<CapitalSums[]>`
    SELECT a.currency_code AS currency,
      ${sumOf(Prisma.sql`a.class = 'custody'`)} AS held,
      ${sumOf(Prisma.sql`a.class = 'liability'`)} AS owed,
      ${ofKind("operator-capital")} AS capital,
      ${ofKind("treasury")} AS treasury,
      ${ofKind("fees-earned")} AS "feesEarned",
      ${ofKind("network-costs")} AS "networkCosts",
      ${ofKind("conversion-gains")} AS "conversionGains",
      ${ofKind("receivable", "user-receivable")} AS receivables,
      ${ofKind("treasury-shortfall")} AS shortfall
    FROM accounts a JOIN account_balances b ON b.account_id = a.id
    GROUP BY a.currency_code ORDER BY a.currency_code`;
}

export type CapitalEntryRow = {
  readonly id: bigint;
  readonly kind: CapitalEntryView["kind"];
  readonly memo: string;
  readonly createdAt: Date;
  readonly currency: string;
  readonly amount: Prisma.Decimal;
  /** Null for what moved inside the books. */
  readonly networkCode: string | null;
};

/** Entries of these kinds, newest first; each is in one currency. */
export function selectCapitalEntries(
  kinds: readonly string[],
  before: bigint | null,
  limit: number,
): Promise<CapitalEntryRow[]> {
  const older = before === null ? Prisma.empty : Prisma.sql`AND e.id < ${before}`;
  return database().$queryRaw<CapitalEntryRow[]>`
    WITH newest AS (
      SELECT e.id, e.kind, e.memo, e.created_at FROM journal_entries e
      WHERE e.kind = ANY(${[...kinds]}::text[]) ${older} ORDER BY e.id DESC LIMIT ${limit})
    SELECT n.id, n.kind, n.memo, n.created_at AS "createdAt", p.currency_code AS currency,
      sum(p.amount) FILTER (WHERE p.amount > 0) AS amount,
      max(a.owner_id) FILTER (WHERE a.class = 'custody') AS "networkCode"
    FROM newest n JOIN postings p ON p.entry_id = n.id JOIN accounts a ON a.id = p.account_id
    GROUP BY n.id, n.kind, n.memo, n.created_at, p.currency_code ORDER BY n.id DESC`;
}
