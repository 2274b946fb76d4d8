import type { Coin } from "@/lib/chains/spending";
import type { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type Outgoing, parseSpends } from "@/lib/sending/sends/outgoing";
import { toSend } from "@/lib/sending/sends/repo";

const WHOLE = {
  versions: { orderBy: { version: "asc" } },
  // Creation time determines the order of outputs, and thus of the sends.
  sends: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
  expiredSends: { include: { send: true }, orderBy: [{ send: { createdAt: "asc" } }, { sendId: "asc" }] },
} as const satisfies Prisma.OutgoingTransactionInclude;
type Row = Prisma.OutgoingTransactionGetPayload<{
  include: { versions: true; sends: true; expiredSends: { include: { send: true } } };
}>;

/** Lists live transactions, not settled yet, ordered by account and nonce. */
export async function listLive(networkCode: string): Promise<Outgoing[]> {
  const where = { networkCode, status: { in: ["signed" as const, "included" as const] } };
  return listWhole(where, [{ fromAddress: "asc" }, { nonce: "asc" }, { createdAt: "asc" }]);
}

/**
 * Usually there are none: loading all their relations would be a transaction of four statements.
 */
async function listWhole(
  where: Prisma.OutgoingTransactionWhereInput,
  orderBy: Prisma.OutgoingTransactionOrderByWithRelationInput[],
): Promise<Outgoing[]> {
  const any = await database().outgoingTransaction.findFirst({ where, select: { id: true } });
  if (any === null) return [];
  return (await database().outgoingTransaction.findMany({ where, include: WHOLE, orderBy })).map(toOutgoing);
}

/**
 * Lists the transactions that expired since this time: a chain that contradicts the proof would do
 * so soon.
 */
export async function listExpired(networkCode: string, since: Date): Promise<Outgoing[]> {
  return listWhole({ networkCode, status: "expired", settledAt: { gte: since } }, [{ settledAt: "asc" }]);
}

/**
 * Lists ended transactions whose block is not the one that the network's watcher has read at its
 * height, because a reorganisation removed them. Goes back as far as the watcher stores blocks; one
 * that vanished earlier is reported while its alarm is open.
 */
export async function listMoved(networkCode: string): Promise<Outgoing[]> {
  const moved = await database().$queryRaw<{ id: string }[]>`
    SELECT o.id FROM chain_blocks b
      JOIN outgoing_transactions o ON o.network_code = b.network_code AND o.block_height = b.height AND o.block_hash <> b.hash
    WHERE b.network_code = ${networkCode} AND o.status IN ('settled', 'failed')
    UNION
    SELECT o.id FROM alarms a JOIN outgoing_transactions o ON o.id::text = a.subject
    WHERE a.kind IN ('send-vanished', 'send-outcome-changed') AND a.cleared_at IS NULL
      AND o.network_code = ${networkCode} AND o.status IN ('settled', 'failed')
      AND NOT EXISTS (SELECT FROM chain_blocks b WHERE b.network_code = o.network_code AND b.height = o.block_height AND b.hash = o.block_hash)`;
  if (moved.length === 0) return [];
  const rows = await database().outgoingTransaction.findMany({
    where: { id: { in: moved.map(({ id }) => id) } },
    include: WHOLE,
    orderBy: [{ fromAddress: "asc" }, { nonce: "asc" }],
  });
  return rows.map(toOutgoing);
}

/**
 * Lists ended transactions that are in their original block again, with an open alarm that they had
 * left it.
 */
export async function listReturned(networkCode: string): Promise<{ id: string }[]> {
  return database().$queryRaw<{ id: string }[]>`
    SELECT DISTINCT o.id FROM alarms a JOIN outgoing_transactions o ON o.id::text = a.subject
      JOIN chain_blocks b ON b.network_code = o.network_code AND b.height = o.block_height AND b.hash = o.block_hash
    WHERE a.kind IN ('send-vanished', 'send-outcome-changed') AND a.cleared_at IS NULL AND o.network_code = ${networkCode}
      AND o.status IN ('settled', 'failed')`;
}

/**
 * Returns what the network's watcher knows of a height: how far it has read, and the hash there
 * (null: not read yet, or no longer stored). Null while the network is not read.
 */
export async function readBlockHash(
  networkCode: string,
  height: bigint,
): Promise<{ readHeight: bigint; hash: string | null } | null> {
  const rows = await database().$queryRaw<{ readHeight: bigint; hash: string | null }[]>`
    SELECT c.height AS "readHeight", b.hash FROM chain_cursors c
      LEFT JOIN chain_blocks b ON b.network_code = c.network_code AND b.height = ${height}::bigint
    WHERE c.network_code = ${networkCode} AND c.stopped_at IS NULL`;
  return rows[0] ?? null;
}

type LiveState = { readonly version: number; readonly feeMax: Decimal; readonly status: "signed" | "included" };
type LiveRow = Omit<LiveState, "feeMax"> & { readonly id: string; readonly fee_max: Prisma.Decimal };

/** Locks it; returns null when it is no longer live. */
export const lockLive = batched(async (tx, ids: readonly string[]): Promise<(LiveState | null)[]> => {
  const rows = await tx.$queryRaw<LiveRow[]>`
    SELECT id::text AS id, version, fee_max, status::text AS status FROM outgoing_transactions
    WHERE id = ANY(${[...ids]}::uuid[]) AND status IN ('signed', 'included') ORDER BY id FOR UPDATE`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    return row === undefined ? null : { version: row.version, feeMax: decimal(row.fee_max), status: row.status };
  });
});

/** Returns a transaction with its versions and sends; null when there is none. */
export async function findOutgoing(id: string): Promise<Outgoing | null> {
  const row = await database().outgoingTransaction.findUnique({ where: { id }, include: WHOLE });
  return row && toOutgoing(row);
}

export type Inclusion = {
  readonly id: string;
  readonly version: number;
  readonly height: bigint;
  readonly hash: string;
};

/** Records the blocks they are in; settled transactions stay unchanged. */
export async function markIncluded(inclusions: readonly Inclusion[]): Promise<void> {
  if (inclusions.length === 0) return;
  await database().$executeRaw`
    UPDATE outgoing_transactions o SET status = 'included', included_version = i.version, block_height = i.height, block_hash = i.hash
    FROM unnest(${inclusions.map(({ id }) => id)}::uuid[], ${inclusions.map(({ version }) => version)}::int[],
      ${inclusions.map(({ height }) => height)}::bigint[], ${inclusions.map(({ hash }) => hash)}::text[]) AS i (id, version, height, hash)
    WHERE o.id = i.id AND o.status IN ('signed', 'included')`;
}

/** Records that a reorganisation removed them from their block before they were confirmed. */
export async function markNotIncluded(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database().outgoingTransaction.updateMany({
    where: { id: { in: [...ids] }, status: "included" },
    data: { status: "signed", includedVersion: null, blockHeight: null, blockHash: null },
  });
}

/**
 * Ends a dead transaction and its sends: none of its versions is in a block, and none can be. It
 * cost nothing.
 */
export async function failUnconfirmable(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.$executeRaw`
    WITH outgoing AS (
      UPDATE outgoing_transactions SET status = 'failed', fee_paid = 0, included_version = NULL, block_height = NULL, block_hash = NULL,
        settled_at = now()
      WHERE id = ${id}::uuid)
    UPDATE sends SET status = 'failed', failure = ${failure}, updated_at = now(), final_at = now() WHERE outgoing_id = ${id}::uuid`;
}

/**
 * Ends an expired transaction, which is in no block, can be in none and cost nothing; its sends are
 * queued for another transaction.
 */
export async function endExpired(tx: Tx, id: string, sendIds: readonly string[]): Promise<void> {
  await tx.expiredSend.createMany({ data: sendIds.map((sendId) => ({ outgoingId: id, sendId })) });
  await tx.outgoingTransaction.updateMany({
    where: { id },
    data: {
      status: "expired",
      feePaid: "0",
      includedVersion: null,
      blockHeight: null,
      blockHash: null,
      settledAt: new Date(),
    },
  });
  const now = new Date();
  await tx.send.updateMany({
    where: { id: { in: [...sendIds] }, outgoingId: id },
    data: { status: "queued", outgoingId: null, nextTryAt: now, updatedAt: now },
  });
}

/**
 * Locks an ended transaction, and returns its booked cost, the version that was booked, and the
 * newest version.
 */
export async function lockSettled(
  tx: Tx,
  id: string,
): Promise<{ feePaid: Decimal; version: number | null; newest: number }> {
  await tx.$queryRaw`SELECT 1 FROM outgoing_transactions WHERE id = ${id}::uuid FOR UPDATE`;
  const select = { feePaid: true, includedVersion: true, version: true };
  const { feePaid, includedVersion, version } = await tx.outgoingTransaction.findUniqueOrThrow({
    where: { id },
    select,
  });
  return { feePaid: feePaid === null ? ZERO : decimal(feePaid), version: includedVersion, newest: version };
}

/** Moves a settled transaction to another block, with its cost there. */
export async function updatePlace(tx: Tx, { id, version, height, hash }: Inclusion, feePaid: string): Promise<void> {
  const place = { includedVersion: version, blockHeight: height, blockHash: hash, conflictSince: null };
  await tx.outgoingTransaction.updateMany({ where: { id }, data: { ...place, feePaid } });
}

/**
 * Returns the UTXOs that one of the gateway's transactions spends, in any version; null when the
 * gateway signed none with this id.
 */
export async function findSpentBy(networkCode: string, transactionId: string): Promise<readonly Coin[] | null> {
  const key = { networkCode_transactionId: { networkCode, transactionId } };
  const row = await database().signedTransaction.findUnique({ where: key, select: { spends: true } });
  const spends = row?.spends == null ? null : parseSpends(row.spends);
  return spends?.kind === "coins" ? spends.coins : null;
}

/** Returns whether one of these is a live transaction of the gateway. */
export async function isAnyLive(networkCode: string, transactionIds: readonly string[]): Promise<boolean> {
  const outgoing = { status: { in: ["signed" as const, "included" as const] } };
  const where = { networkCode, transactionId: { in: [...transactionIds] }, outgoing };
  return (await database().signedTransaction.count({ where, take: 1 })) > 0;
}

/** Records that they were just broadcast. */
export async function recordBroadcasts(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database().outgoingTransaction.updateMany({
    where: { id: { in: [...ids] } },
    data: { lastBroadcastAt: new Date(), broadcastCount: { increment: 1 } },
  });
}

function toOutgoing(row: Row): Outgoing {
  const { sends, expiredSends, ...own } = row;
  const carried = own.status === "expired" ? expiredSends.map(({ send }) => send) : sends;
  if (carried.length === 0 || (carried.length > 1 && row.nonce !== null)) {
    throw new Error(`outgoing transaction ${row.id} carries ${carried.length} sends by nonce ${row.nonce}`);
  }
  return {
    ...own,
    feeMax: decimal(row.feeMax),
    feePaid: row.feePaid === null ? null : decimal(row.feePaid),
    versions: row.versions.map((version) => ({
      ...version,
      feeExpected: decimal(version.feeExpected),
      feeMax: decimal(version.feeMax),
    })),
    sends: carried.map(toSend),
  };
}
