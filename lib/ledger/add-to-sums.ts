import { Prisma } from "@/lib/generated/prisma/client";
import { type Tx, withTransaction } from "@/lib/kernel/db";

/** A step of so many takes less than a second. */
export const POSTINGS_AT_ONCE = 20_000;

/** Sums of postings that a worker keeps. */
export type KeptSums = {
  /** One row: how far the sums reach. See `StatementState`. */
  readonly stateTable: "statement_state" | "gateway_sum_state";
  /** Adds the postings with ids after `after`, up to `upTo`. */
  readonly add: (tx: Tx, after: bigint, upTo: bigint) => Promise<void>;
};

/**
 * Adds postings to kept sums: those that were there at the start of this call or of the last one,
 * as soon as no transaction can add a smaller id any more. Safe to run concurrently and to kill: a
 * step is one transaction, which also moves the posting up to which the sums reach.
 */
export async function addToSums(sums: KeptSums, signal?: AbortSignal, postingsAtOnce = POSTINGS_AT_ONCE) {
  await withTransaction((tx) => seeNew(tx, tableOf(sums)));
  while (!signal?.aborted && (await withTransaction((tx) => addNext(tx, sums, postingsAtOnce))));
}

const tableOf = ({ stateTable }: KeptSums) => Prisma.raw(stateTable);

/**
 * Whoever has written a posting with a smaller id than one that is visible here drew it earlier,
 * in a transaction that had its number by then: a smaller number than this one gets.
 */
async function seeNew(tx: Tx, table: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE ${table} SET seen_posting = n.id, seen_transaction = pg_current_xact_id()::text::bigint
    FROM (SELECT max(id) AS id FROM postings) n WHERE summed_to = seen_posting AND n.id > seen_posting`;
}

/** Returns whether more can be added. */
async function addNext(tx: Tx, sums: KeptSums, limit: number): Promise<boolean> {
  // Numbers that are still to come belong to the server from which a backup was restored: all that
  // it had written is there.
  const [state] = await tx.$queryRaw<{ summedTo: bigint; seenPosting: bigint }[]>`
    SELECT summed_to AS "summedTo", seen_posting AS "seenPosting" FROM ${tableOf(sums)}
    WHERE summed_to < seen_posting AND (pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= seen_transaction
      OR pg_snapshot_xmax(pg_current_snapshot())::text::bigint <= seen_transaction)
    FOR UPDATE SKIP LOCKED`;
  if (state === undefined) return false;
  const upTo = state.summedTo + BigInt(limit) < state.seenPosting ? state.summedTo + BigInt(limit) : state.seenPosting;
  await sums.add(tx, state.summedTo, upTo);
  await tx.$executeRaw`UPDATE ${tableOf(sums)} SET summed_to = ${upTo}`;
  return upTo < state.seenPosting;
}
