import { Prisma } from "@/lib/generated/prisma/client";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { periodOf, STATEMENT_KINDS } from "@/lib/ledger/statements/period";

/** A step of so many takes less than a second. */
const POSTINGS_AT_ONCE = 20_000;

/**
 * Adds postings to the sums of statements: those that were there at the start of this call or of
 * the last one, as soon as no transaction can add a smaller id any more. Safe to run concurrently
 * and to kill: a step is one transaction, which also moves the posting up to which the sums reach.
 */
export async function sumPostings(signal?: AbortSignal, postingsAtOnce = POSTINGS_AT_ONCE): Promise<void> {
  await withTransaction(seeNew);
  while (!signal?.aborted && (await withTransaction((tx) => addNext(tx, postingsAtOnce))));
}

/**
 * Whoever has written a posting with a smaller id than one that is visible here drew it earlier,
 * in a transaction that had its number by then: a smaller number than this one gets.
 */
async function seeNew(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE statement_state SET seen_posting = n.id, seen_transaction = pg_current_xact_id()::text::bigint
    FROM (SELECT max(id) AS id FROM postings) n WHERE summed_to = seen_posting AND n.id > seen_posting`;
}

/** Returns whether more can be added. */
async function addNext(tx: Tx, limit: number): Promise<boolean> {
  // Numbers that are still to come belong to the server from which a backup was restored: all that
  // it had written is there.
  const [state] = await tx.$queryRaw<{ summedTo: bigint; seenPosting: bigint }[]>`
    SELECT summed_to AS "summedTo", seen_posting AS "seenPosting" FROM statement_state
    WHERE summed_to < seen_posting AND (pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= seen_transaction
      OR pg_snapshot_xmax(pg_current_snapshot())::text::bigint <= seen_transaction)
    FOR UPDATE SKIP LOCKED`;
  if (state === undefined) return false;
  const upTo = state.summedTo + BigInt(limit) < state.seenPosting ? state.summedTo + BigInt(limit) : state.seenPosting;
  await tx.$executeRaw`
    INSERT INTO statement_sums AS s (account_id, period, kind, incoming, outgoing, line_count, first_posting, last_posting)
    SELECT p.account_id, ${periodOf(Prisma.sql`e.created_at`)}, e.kind, sum(greatest(-p.amount, 0)), sum(least(-p.amount, 0)),
      count(*)::int, min(p.id), max(p.id)
    FROM postings p JOIN accounts a ON a.id = p.account_id JOIN journal_entries e ON e.id = p.entry_id
    WHERE p.id > ${state.summedTo} AND p.id <= ${upTo} AND a.kind = ANY(${[...STATEMENT_KINDS]}::text[])
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, period, kind) DO UPDATE SET incoming = s.incoming + excluded.incoming,
      outgoing = s.outgoing + excluded.outgoing, line_count = s.line_count + excluded.line_count,
      first_posting = least(s.first_posting, excluded.first_posting), last_posting = greatest(s.last_posting, excluded.last_posting)`;
  await tx.$executeRaw`UPDATE statement_state SET summed_to = ${upTo}`;
  return upTo < state.seenPosting;
}
