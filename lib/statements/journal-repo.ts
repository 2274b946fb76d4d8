import { database } from "@/lib/db";
import { type AccountClass, Prisma } from "@/lib/generated/prisma/client";

export type JournalRow = {
  readonly entryId: bigint;
  readonly at: Date;
  readonly kind: string;
  readonly reference: string;
  readonly memo: string;
  readonly class: AccountClass;
  readonly accountKind: string;
  readonly ownerId: string;
  readonly currency: string;
  readonly amount: Prisma.Decimal;
};

const POSTINGS_OF = (entries: Prisma.Sql) => Prisma.sql`
  SELECT e.id AS "entryId", e.created_at AS at, e.kind, e.reference, e.memo, a.class, a.kind AS "accountKind",
    a.owner_id AS "ownerId", p.currency_code AS currency, p.amount
  FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
  WHERE e.id IN (${entries}) ORDER BY e.id, p.id`;

/** All postings of the next entries behind one. */
export function selectEntriesAfter(after: bigint, limit: number): Promise<JournalRow[]> {
  return database().$queryRaw<JournalRow[]>(
    POSTINGS_OF(Prisma.sql`SELECT id FROM journal_entries WHERE id > ${after} ORDER BY id LIMIT ${limit}`),
  );
}

/**
 * The next entries that an owner's accounts of these kinds have a part in, with all their postings: as far as the last of the owner's
 * postings that were looked at, which is where to go on. An entry comes with the first of the owner's postings in it, and so once.
 */
export async function selectOwnEntriesAfter(
  { ownerId, kinds }: { readonly ownerId: string; readonly kinds: readonly string[] },
  after: bigint,
  limit: number,
): Promise<{ rows: JournalRow[]; last: bigint | null }> {
  const own = Prisma.sql`SELECT id FROM accounts WHERE owner_id = ${ownerId} AND kind = ANY(${[...kinds]}::text[])`;
  const looked = await database().$queryRaw<{ id: bigint; entryId: bigint }[]>`
    SELECT p.id, p.entry_id AS "entryId" FROM postings p WHERE p.account_id IN (${own}) AND p.id > ${after}
    ORDER BY p.id LIMIT ${limit}`;
  const last = looked.at(-1)?.id ?? null;
  if (last === null) return { rows: [], last };
  const ids = [...new Set(looked.map(({ entryId }) => entryId))];
  const rows = await database().$queryRaw<JournalRow[]>(
    POSTINGS_OF(Prisma.sql`
      SELECT n.id FROM unnest(${ids}::bigint[]) AS n (id)
      WHERE NOT EXISTS (SELECT FROM postings o WHERE o.entry_id = n.id AND o.id <= ${after} AND o.account_id IN (${own}))`),
  );
  return { rows, last };
}
