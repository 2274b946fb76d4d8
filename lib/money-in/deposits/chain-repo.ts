import type { BlockReference } from "@/lib/chains/facts";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type NewDeposit, VERSION_MARK } from "@/lib/money-in/deposits/position-repo";
import { leastConfirmations } from "@/lib/pricing/catalog/network-rules";

export type StoredCursor = {
  readonly genesisHash: string;
  readonly height: bigint;
  readonly hash: string;
  readonly stoppedAt: Date | null;
  /**
   * Null until the head was reached for the first time, and after a reorganisation until it was
   * reached again.
   */
  readonly caughtUpAt: Date | null;
};

export type StoredBlock = { readonly height: bigint; readonly hash: string };

export async function readCursor(networkCode: string): Promise<StoredCursor | null> {
  return database().chainCursor.findUnique({
    where: { networkCode },
    select: { genesisHash: true, height: true, hash: true, stoppedAt: true, caughtUpAt: true },
  });
}

/** The first reading position; false when another worker was first: its position is kept. */
export async function insertCursor(tx: Tx, data: Prisma.ChainCursorCreateManyInput): Promise<boolean> {
  const { count } = await tx.chainCursor.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/**
 * Moves the position if it still is where the caller read it; false when another worker was first.
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
  /** Null: nothing is claimed, because the head is not reached or is too old. */
  readonly caughtUpAt: Date | null;
  /** Undefined: what stands there stays. */
  readonly problem: string | null | undefined;
};

export type Advance = {
  readonly networkCode: string;
  readonly from: StoredBlock;
  readonly blocks: readonly BlockReference[];
  readonly note: CursorNote | null;
};

/**
 * Moves the position to the last of the blocks that follow it and keeps them, in one statement;
 * false when another worker was first, or the network is stopped. Who has not caught up since a
 * reorganisation is not said to have, whatever the note claims.
 *
 * @param isNothingDue also false, and nothing is moved, while a deposit is deep enough at the new
 *   height: it is settled in the same transaction
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
        AND NOT (${isNothingDue} AND EXISTS (${confirmableSql(networkCode, BigInt(last.height))}))
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
 * Notes something about the chain by whoever found it at this position, and only while it holds:
 * another worker may have read on or gone back since. With `caughtUpAt` also only while that still
 * is what the caller read: a reorganisation that came back to the same block sets it to null.
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

/** Ends reading; one that is stopped already keeps its time and its reason. */
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

/** Forgets blocks that no reorganisation reaches any more. */
export async function deleteBlocksBelow(networkCode: string, height: bigint): Promise<void> {
  await database().chainBlock.deleteMany({ where: { networkCode, height: { lt: height } } });
}

/** Blocks we read, newest first. */
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

/** Which of these addresses are ours. */
export async function findAddresses(tx: Tx, family: string, addressKeys: readonly string[]): Promise<OwnedAddress[]> {
  if (addressKeys.length === 0) return [];
  return tx.$queryRaw<OwnedAddress[]>`
    SELECT id, address_key AS "addressKey", owner_kind AS "ownerKind", owner_id AS "ownerId"
    FROM addresses WHERE family = ${family} AND address_key = ANY(${[...addressKeys]}::text[])`;
}

/**
 * Records what blocks brought, in one statement: a gateway that was away for an hour finds
 * thousands. One that is known and still on the chain stays as it is and is not answered; one that
 * only a mempool showed is in its block from now on, first seen when it was; one that had left the
 * chain comes back under its next inclusion number, and one that had left a mempool is first seen
 * now. Its owner is the one that it was first recorded for.
 */
export async function upsertDeposits(tx: Tx, rows: readonly NewDeposit[]): Promise<RecordedDeposit[]> {
  if (rows.length === 0) return [];
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  return tx.$queryRaw<RecordedDeposit[]>`
    INSERT INTO deposits AS d (network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id,
      owner_kind, owner_id, block_height, block_hash, block_time, hold_reason)
    SELECT r."networkCode", r."transactionId", r.position, r."currencyCode", r.amount::numeric, r."fromAddress", r."toAddress",
      r."addressId"::bigint, r."ownerKind", r."ownerId", r."blockHeight"::bigint, r."blockHash", r."blockTime", r."holdReason"
    FROM jsonb_to_recordset(${text}::jsonb) AS r("networkCode" text, "transactionId" text, position text, "currencyCode" text,
      amount text, "fromAddress" text, "toAddress" text, "addressId" text, "ownerKind" text, "ownerId" uuid, "blockHeight" text,
      "blockHash" text, "blockTime" timestamptz, "holdReason" text)
    ON CONFLICT (network_code, transaction_id, position) DO UPDATE SET
      status = 'seen',
      inclusion = CASE WHEN d.status = 'vanished' THEN d.inclusion + 1 ELSE d.inclusion END,
      seen_at = CASE WHEN d.status = 'vanished' AND d.block_height IS NULL THEN now() ELSE d.seen_at END,
      block_height = excluded.block_height, block_hash = excluded.block_hash, block_time = excluded.block_time,
      vanished_at = NULL, reversal_approved_at = NULL, spends = NULL, absent_since = NULL,
      from_address = coalesce(d.from_address, excluded.from_address),
      -- What stands in the books stands there for what it was.
      hold_reason = CASE WHEN d.booked_inclusion IS NULL THEN excluded.hold_reason ELSE d.hold_reason END
    WHERE d.status = 'vanished' OR d.block_height IS NULL
    RETURNING id, owner_kind AS "ownerKind", owner_id AS "ownerId", inclusion`;
}

export type RecordedDeposit = DepositOwner & { readonly inclusion: number };

export type DepositOwner = { readonly id: string; readonly ownerKind: string | null; readonly ownerId: string | null };

/** Rows of one statement: what it changes takes the database half a second. */
const AT_ONCE = 5_000;

/** Deposits in blocks above `height` are on the chain no more. Answers whose they are. */
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

/** Deposits that are confirmed at `height` and still to be booked. */
export async function listConfirmable(tx: Tx, networkCode: string, height: bigint): Promise<DepositOwner[]> {
  return tx.$queryRaw<DepositOwner[]>`${confirmableSql(networkCode, height)}`;
}

function confirmableSql(networkCode: string, height: bigint): Prisma.Sql {
  const least = leastConfirmations({ code: networkCode, isSandbox: false });
  return Prisma.sql`
    SELECT d.id, d.owner_kind AS "ownerKind", d.owner_id AS "ownerId" FROM deposits d JOIN networks n ON n.code = d.network_code
    WHERE d.network_code = ${networkCode} AND d.status = 'seen' AND d.block_height
      <= ${height}::bigint - greatest(n.confirmations, CASE WHEN n.is_sandbox THEN 1 ELSE ${least}::int END) + 1`;
}

export type WaitingReversal = DepositOwner & {
  readonly transactionId: string;
  readonly vanishedAt: Date;
  /**
   * The transaction ran again in another block and moved something else in its place: what it moved
   * before is gone.
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
 * False when the deposit came back, or left once more, after `waiting` was read: what was judged is
 * not what is there now.
 */
export async function approveReversal(tx: Tx, waiting: WaitingReversal): Promise<boolean> {
  const { count } = await tx.deposit.updateMany({
    where: { id: waiting.id, status: "vanished", vanishedAt: waiting.vanishedAt, reversalApprovedAt: null },
    data: { reversalApprovedAt: new Date() },
  });
  return count === 1;
}
