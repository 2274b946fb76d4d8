import {
  CAPITAL_ENTRY_KINDS,
  CAPITAL_PAGE_SIZE,
  type CapitalEntryListQuery,
  type CapitalEntryPageView,
  type CapitalEntryView,
  type CapitalRowView,
  type CapitalView,
} from "@/lib/fronts/admin/capital-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Returns the gateway's own money, and what it holds against what it owes, by currency in the
 * catalog's order.
 */
export async function readCapital(): Promise<CapitalView> {
  const [sums, catalog] = await Promise.all([selectCapitalSums(), loadCatalog()]);
  const order = catalog.currencies().map(({ code }) => code);
  return sums.map(toRowView).toSorted((left, right) => order.indexOf(left.currency) - order.indexOf(right.currency));
}

/** Returns one page of capital entries, newest first. */
export async function listCapitalEntries(query: CapitalEntryListQuery): Promise<CapitalEntryPageView> {
  const before = query.cursor === undefined ? null : BigInt(query.cursor);
  const [rows, catalog] = await Promise.all([
    selectCapitalEntries(CAPITAL_ENTRY_KINDS, before, CAPITAL_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, CAPITAL_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ id, kind, memo, createdAt, currency, amount, networkCode }) => ({
      id: id.toString(),
      kind,
      memo,
      currency,
      amount: decimal(amount).toFixed(),
      networkName: networkCode && (catalog.network(networkCode)?.name ?? networkCode),
      at: createdAt.toISOString(),
    })),
    nextCursor: last?.id.toString() ?? null,
  };
}

function toRowView({ currency, ...sums }: CapitalSums): CapitalRowView {
  const text = (sum: CapitalSums["held"]) => decimal(sum).toFixed();
  return {
    currency,
    held: text(sums.held),
    owed: text(sums.owed),
    capital: text(sums.capital),
    treasury: text(sums.treasury),
    feesEarned: text(sums.feesEarned),
    networkCosts: text(sums.networkCosts),
    conversionGains: text(sums.conversionGains),
    receivables: text(sums.receivables),
    shortfall: text(sums.shortfall),
  };
}

type CapitalSums = {
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

/**
 * Returns the total of all accounts of each class or kind, in every currency that was ever posted
 * to.
 */
function selectCapitalSums(): Promise<CapitalSums[]> {
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

type CapitalEntryRow = {
  readonly id: bigint;
  readonly kind: CapitalEntryView["kind"];
  readonly memo: string;
  readonly createdAt: Date;
  readonly currency: string;
  readonly amount: Prisma.Decimal;
  /** Null for movements within the books. */
  readonly networkCode: string | null;
};

/** Returns entries of these kinds, newest first. Each has a single currency. */
function selectCapitalEntries(
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
