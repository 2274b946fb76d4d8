import { database } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { textBeginning } from "@/lib/paging/begins-with";
import type { TimeSort } from "@/lib/paging/list-sort";

type TransferKind = "transfer.to-personal" | "transfer.to-business";

export type TransferRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly kind: TransferKind;
  /** `<merchant's transaction>:<user's transaction>` */
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly orderedBy: string | null;
};

export type TransferListFilter = {
  readonly sort: TimeSort;
  /** The last entry of the page before. */
  readonly beyond: bigint | null;
  readonly kinds: readonly TransferKind[];
  readonly coin: string | null;
  readonly search: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

/**
 * A merchant's transfers within a filter, in its order, each as its journal entry has it. Entries are numbered when they are written, which is
 * a little before others see them: a list is asked for anew to learn what is new in it.
 */
export async function selectTransfers(merchantId: string, filter: TransferListFilter, limit: number) {
  return database().$queryRaw<TransferRow[]>`
    SELECT e.id, e.created_at AS at, e.kind, e.reference, abs(p.amount)::text AS amount, p.currency_code AS currency,
      (SELECT u.name FROM audit_events t JOIN users u ON u.id = t.actor_id
        WHERE t.merchant_id = ${merchantId}::uuid AND t.action = e.kind AND t.target = split_part(e.reference, ':', 1) LIMIT 1) AS "orderedBy"
    FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
    WHERE e.kind IN ('transfer.to-personal', 'transfer.to-business') AND a.kind = 'merchant' AND a.owner_id = ${merchantId}
      AND ${conditionsOf(filter)}
    ORDER BY ${filter.sort === "oldest" ? Prisma.sql`e.id ASC` : Prisma.sql`e.id DESC`} LIMIT ${limit}`;
}

function conditionsOf({ sort, beyond, kinds, coin, search, from, to }: TransferListFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`e.kind = ANY(${[...kinds]}::text[])`,
    beyond !== null &&
      (sort === "oldest" ? Prisma.sql`e.id > ${beyond}::bigint` : Prisma.sql`e.id < ${beyond}::bigint`),
    coin !== null && Prisma.sql`p.currency_code = ${coin}`,
    search !== null && begins(search),
    from && Prisma.sql`e.created_at >= ${from}::timestamptz`,
    to && Prisma.sql`e.created_at < ${to}::timestamptz`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  return Prisma.join(conditions, " AND ");
}

/** The search text begins the transaction of either wallet, as the machine API answered it. */
function begins(search: string): Prisma.Sql {
  const { from, to } = textBeginning(search);
  const side = (place: Prisma.Sql) =>
    Prisma.sql`(split_part(e.reference, ':', ${place}) ~>=~ ${from} AND split_part(e.reference, ':', ${place}) ~<~ ${to})`;
  return Prisma.sql`(${side(Prisma.sql`1`)} OR ${side(Prisma.sql`2`)})`;
}
