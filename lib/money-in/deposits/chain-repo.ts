import type { BlockReference } from "@/lib/chains/facts";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { SETTLEMENT_KEY } from "@/lib/money-in/deposits/assign-address-repo";
import { NO_OWNER } from "@/lib/money-in/deposits/deposit";
import { type NewDeposit, VERSION_MARK } from "@/lib/money-in/deposits/position-repo";
import { leastConfirmations } from "@/lib/pricing/catalog/network-rules";

export type StoredCursor = {
  readonly genesisHash: string;
  readonly height: bigint;
  readonly hash: string;
  readonly stoppedAt: Date | null;
  /** Null until the head is first reached, and after a reorganisation until it is reached again. */
  readonly caughtUpAt: Date | null;
};

export type StoredBlock = { readonly height: bigint; readonly hash: string };

export async function readCursor(networkCode: string): Promise<StoredCursor | null> {
  return database().chainCursor.findUnique({
    where: { networkCode },
    select: { genesisHash: true, height: true, hash: true, stoppedAt: true, caughtUpAt: true },
  });
}

/** Inserts the initial cursor. Returns false when another worker was first; its cursor is kept. */
export async function insertCursor(tx: Tx, data: Prisma.ChainCursorCreateManyInput): Promise<boolean> {
  const { count } = await tx.chainCursor.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/**
 * Moves the cursor if it is still where the caller read it. Returns false when another worker was
 * first.
 */
export async function moveCursor(tx: Tx, networkCode: string, from: StoredBlock, to: StoredBlock): Promise<boolean> {
  const { count } = await tx.chainCursor.updateMany({
    where: { networkCode, height: from.height, hash: from.hash, stoppedAt: null },
    data: { height: to.height, hash: to.hash },
  });
  return count === 1;
}

export type CursorNote = {
  readonly headHeight: bigint;
  readonly headTime: Date;
  readonly lastAnswerAt: Date;
  /** Null: makes no claim, because the head is not reached or is too old. */
  readonly caughtUpAt: Date | null;
  /** Undefined: leaves the stored value unchanged. */
  readonly problem: string | null | undefined;
};

export type Advance = {
  readonly networkCode: string;
  readonly from: StoredBlock;
  readonly blocks: readonly BlockReference[];
  readonly note: CursorNote | null;
};

/**
 * Moves the cursor to the last of the following blocks and stores these, in one statement. Returns
 * false when another worker was first, or the network is stopped. A cursor that has not caught up
 * since a reorganisation is not marked as caught up, whatever the note says.
 *
 * @param isNothingDue returns false without moving anything if a deposit becomes confirmed at the
 *   new height, which must be settled in the same transaction
 */
export async function advanceCursor(
  tx: Tx,
  { networkCode, from, blocks, note }: Advance,
  { isNothingDue }: { readonly isNothingDue: boolean },
): Promise<boolean> {
  const last = blocks.at(-1);
  invariant(last, "a position moves by at least one block");
  const rows = JSON.stringify(blocks.map(({ height, hash, parentHash, time }) => ({ height, hash, parentHash, time })));
  const problem = note?.problem === undefined ? Prisma.sql`problem` : Prisma.sql`${note.problem}`;
  const count = await tx.$executeRaw`
    WITH moved AS (
      UPDATE chain_cursors SET height = ${last.height}, hash = ${last.hash}, updated_at = now(),
        head_height = coalesce(${note?.headHeight ?? null}::bigint, head_height),
        head_time = coalesce(${note?.headTime ?? null}::timestamptz, head_time),
        last_answer_at = coalesce(${note?.lastAnswerAt ?? null}::timestamptz, last_answer_at),
        caught_up_at = CASE WHEN caught_up_at IS NOT NULL THEN coalesce(${note?.caughtUpAt ?? null}::timestamptz, caught_up_at) END,
        problem = CASE WHEN caught_up_at IS NULL THEN problem ELSE ${problem} END
      WHERE network_code = ${networkCode} AND height = ${from.height} AND hash = ${from.hash} AND stopped_at IS NULL
        AND NOT (${isNothingDue} AND EXISTS (${confirmableSql(networkCode, { from: from.height, to: last.height })}))
      RETURNING network_code)
    INSERT INTO chain_blocks (network_code, height, hash, parent_hash, time)
    SELECT network_code, r.height, r.hash, r."parentHash", r.time
    FROM moved, jsonb_to_recordset(${rows}::jsonb) AS r(height bigint, hash text, "parentHash" text, time timestamptz)`;
  return count > 0;
}

export async function updateCursor(
  tx: Tx,
  networkCode: string,
  data: Prisma.ChainCursorUpdateManyMutationInput,
): Promise<void> {
  await tx.chainCursor.updateMany({ where: { networkCode }, data });
}

/**
 * Records a finding about the chain only while the cursor is still at this position: another worker
 * may have moved it since. If `caughtUpAt` is given, it must still match too: a reorganisation that
 * returned to the same block sets it to null.
 */
export async function recordAtPosition(
  networkCode: string,
  at: StoredBlock & { readonly caughtUpAt?: Date | null },
  data: Prisma.ChainCursorUpdateManyMutationInput,
): Promise<void> {
  const { height, hash, caughtUpAt } = at;
  const where = { networkCode, height, hash, stoppedAt: null, ...(caughtUpAt === undefined ? {} : { caughtUpAt }) };
  await database().chainCursor.updateMany({ where, data });
}

/** Stops reading. A network that is already stopped keeps its time and its reason. */
export async function stopCursor(tx: Tx, networkCode: string, problem: string): Promise<void> {
  await tx.chainCursor.updateMany({
    where: { networkCode, stoppedAt: null },
    data: { stoppedAt: new Date(), problem },
  });
}

export async function insertBlocks(tx: Tx, rows: readonly Prisma.ChainBlockCreateManyInput[]): Promise<void> {
  await tx.chainBlock.createMany({ data: [...rows] });
}

export async function deleteBlocksAbove(tx: Tx, networkCode: string, height: bigint): Promise<void> {
  await tx.chainBlock.deleteMany({ where: { networkCode, height: { gt: height } } });
}

/** Deletes blocks that are too deep for any reorganisation. */
export async function deleteBlocksBelow(networkCode: string, height: bigint): Promise<void> {
  await database().chainBlock.deleteMany({ where: { networkCode, height: { lt: height } } });
}

/** Lists stored blocks, newest first. */
export async function listBlocksBelow(networkCode: string, height: bigint, limit: number): Promise<StoredBlock[]> {
  return database().chainBlock.findMany({
    where: { networkCode, height: { lt: height } },
    orderBy: { height: "desc" },
    take: limit,
    select: { height: true, hash: true },
  });
}

export type OwnedAddress = {
  readonly id: bigint;
  readonly addressKey: string;
  readonly ownerKind: string | null;
  readonly ownerId: string | null;
};

/** Finds which of these addresses belong to the gateway. */
export async function findAddresses(tx: Tx, family: string, addressKeys: readonly string[]): Promise<OwnedAddress[]> {
  if (addressKeys.length === 0) return [];
  return tx.$queryRaw<OwnedAddress[]>`
    SELECT id, address_key AS "addressKey", owner_kind AS "ownerKind", owner_id AS "ownerId"
    FROM addresses WHERE family = ${family} AND address_key = ANY(${[...addressKeys]}::text[])`;
}

/**
 * Records the deposits of blocks in one statement: a gateway that was offline for an hour finds
 * thousands. A known deposit that is still on the chain is left unchanged and not returned. One
 * seen only in a mempool gets its block and keeps its first-seen time. One that had left the chain
 * returns under its next inclusion number; one that had left a mempool gets a new first-seen time.
 * The owner stays the one that was first recorded.
 *
 * @param needsSecondNode each inclusion waits for the word of a second node
 */
export async function upsertDeposits(
  tx: Tx,
  rows: readonly NewDeposit[],
  needsSecondNode: boolean,
): Promise<RecordedDeposit[]> {
  if (rows.length === 0) return [];
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  return tx.$queryRaw<RecordedDeposit[]>`
    INSERT INTO deposits AS d (network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id,
      owner_kind, owner_id, block_height, block_hash, block_time, hold_reason, unattested_since)
    SELECT r."networkCode", r."transactionId", r.position, r."currencyCode", r.amount::numeric, r."fromAddress", r."toAddress",
      r."addressId"::bigint, r."ownerKind", r."ownerId", r."blockHeight"::bigint, r."blockHash", r."blockTime", r."holdReason",
      CASE WHEN ${needsSecondNode} THEN now() END
    FROM jsonb_to_recordset(${text}::jsonb) AS r("networkCode" text, "transactionId" text, position text, "currencyCode" text,
      amount text, "fromAddress" text, "toAddress" text, "addressId" text, "ownerKind" text, "ownerId" uuid, "blockHeight" text,
      "blockHash" text, "blockTime" timestamptz, "holdReason" text)
    ON CONFLICT (network_code, transaction_id, position) DO UPDATE SET
      status = 'seen',
      inclusion = CASE WHEN d.status = 'vanished' THEN d.inclusion + 1 ELSE d.inclusion END,
      seen_at = CASE WHEN d.status = 'vanished' AND d.block_height IS NULL THEN now() ELSE d.seen_at END,
      block_height = excluded.block_height, block_hash = excluded.block_hash, block_time = excluded.block_time,
      unattested_since = excluded.unattested_since, vanished_at = NULL, reversal_approved_at = NULL, spends = NULL, absent_since = NULL,
      from_address = coalesce(d.from_address, excluded.from_address),
      -- What stands in the books stands there for what it was.
      hold_reason = CASE WHEN d.booked_inclusion IS NULL THEN excluded.hold_reason ELSE d.hold_reason END
    WHERE d.status = 'vanished' OR d.block_height IS NULL
    RETURNING id, owner_kind AS "ownerKind", owner_id AS "ownerId", inclusion`;
}

export type RecordedDeposit = DepositOwner & { readonly inclusion: number };

export type DepositOwner = { readonly id: string; readonly ownerKind: string | null; readonly ownerId: string | null };

/** Rows per statement: updating them takes the database half a second. */
const AT_ONCE = 5_000;

/** Marks deposits in blocks above `height` as vanished. Returns their owners. */
export async function markVanishedAbove(tx: Tx, networkCode: string, height: bigint): Promise<DepositOwner[]> {
  const vanished: DepositOwner[] = [];
  for (;;) {
    const some = await tx.$queryRaw<DepositOwner[]>`
      UPDATE deposits SET status = 'vanished', vanished_at = now(), reversal_approved_at = NULL
      WHERE id IN (
        SELECT id FROM deposits WHERE network_code = ${networkCode} AND block_height > ${height} AND status IN ('seen', 'confirmed')
        LIMIT ${AT_ONCE})
      RETURNING id, owner_kind AS "ownerKind", owner_id AS "ownerId"`;
    if (some.length === 0) return vanished;
    vanished.push(...some);
  }
}

/**
 * Lists deposits that are confirmed at height `to`, wait for no second node and are not yet booked:
 * those that were not confirmed at height `from`, and the earlier ones whose owner no job settles.
 */
export async function listConfirmable(tx: Tx, networkCode: string, heights: Heights): Promise<DepositOwner[]> {
  return tx.$queryRaw<DepositOwner[]>`${confirmableSql(networkCode, heights)}`;
}

type Heights = { readonly from: bigint; readonly to: number };

/**
 * A job that has not ended settles what was confirmed before it was added. Without this, each block
 * would add the jobs that are running once more. A job held for longer is its worker's that died.
 */
const ENDS_WITHIN = Prisma.sql`interval '10 seconds'`;

function confirmableSql(networkCode: string, { from, to }: Heights): Prisma.Sql {
  const least = leastConfirmations({ code: networkCode, isSandbox: false });
  return Prisma.sql`
    SELECT d.id, d.owner_kind AS "ownerKind", d.owner_id AS "ownerId"
    FROM deposits d JOIN networks n ON n.code = d.network_code
      CROSS JOIN LATERAL (SELECT greatest(n.confirmations, CASE WHEN n.is_sandbox THEN 1 ELSE ${least}::int END) - 1 AS further) c
    WHERE d.network_code = ${networkCode} AND d.status = 'seen' AND d.block_height <= ${to}::bigint - c.further
      AND d.unattested_since IS NULL
      AND (d.block_height > ${from}::bigint - c.further OR NOT EXISTS (
        SELECT FROM graphile_worker._private_jobs j
        WHERE j.key = ${SETTLEMENT_KEY} || coalesce(d.owner_kind, ${NO_OWNER}) || ':' || coalesce(d.owner_id, d.id) AND j.attempts < j.max_attempts
          AND (j.locked_at IS NULL OR j.locked_at > now() - ${ENDS_WITHIN})))`;
}

export type WaitingReversal = DepositOwner & {
  readonly transactionId: string;
  readonly vanishedAt: Date;
  /**
   * The transaction was executed again in another block and made a different transfer in place of
   * this one.
   */
  readonly isReplaced: boolean;
};

export async function listWaitingReversals(networkCode: string, limit: number): Promise<WaitingReversal[]> {
  return database().$queryRaw<WaitingReversal[]>`
    SELECT id, owner_kind AS "ownerKind", owner_id AS "ownerId", transaction_id AS "transactionId", vanished_at AS "vanishedAt",
      EXISTS (
        SELECT 1 FROM deposits v WHERE v.network_code = d.network_code AND v.transaction_id = d.transaction_id AND v.status <> 'vanished'
          AND v.block_height IS NOT NULL AND split_part(v.position, ${VERSION_MARK}, 1) = split_part(d.position, ${VERSION_MARK}, 1)) AS "isReplaced"
    FROM deposits d WHERE network_code = ${networkCode} AND status = 'vanished' AND booked_inclusion IS NOT NULL
      AND reversal_approved_at IS NULL ORDER BY vanished_at LIMIT ${limit}`;
}

/**
 * Returns false when the deposit came back, or vanished again, after `waiting` was read: the
 * decision no longer applies to it.
 */
export async function approveReversal(tx: Tx, waiting: WaitingReversal): Promise<boolean> {
  const { count } = await tx.deposit.updateMany({
    where: { id: waiting.id, status: "vanished", vanishedAt: waiting.vanishedAt, reversalApprovedAt: null },
    data: { reversalApprovedAt: new Date() },
  });
  return count === 1;
}
