import type { Coin } from "@/lib/chains/spending";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type Outgoing, parseSpends, type SignedVersion } from "@/lib/sending/sends/outgoing";
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

/** Locks it; returns null when it is no longer live. */
export async function lockLive(
  tx: Tx,
  id: string,
): Promise<{ version: number; feeMax: Decimal; status: "signed" | "included" } | null> {
  const rows = await tx.$queryRaw<{ version: number; fee_max: Prisma.Decimal; status: "signed" | "included" }[]>`
    SELECT version, fee_max, status::text AS status FROM outgoing_transactions WHERE id = ${id}::uuid AND status IN ('signed', 'included') FOR UPDATE`;
  const [row] = rows;
  return row === undefined ? null : { version: row.version, feeMax: decimal(row.fee_max), status: row.status };
}

/** Returns a transaction with its versions and sends; null when there is none. */
export async function findOutgoing(id: string): Promise<Outgoing | null> {
  const row = await database().outgoingTransaction.findUnique({ where: { id }, include: WHOLE });
  return row && toOutgoing(row);
}

/**
 * Inserts the transaction with its first version, its nonce (if any) and the sends that it carries,
 * in one statement. Requires the account's lock.
 */
export async function insertOutgoing(
  tx: Tx,
  row: {
    id: string;
    networkCode: string;
    fromAddress: string;
    feePayer: string | null;
    nonce: bigint | null;
    sendIds: readonly string[];
    first: NewVersion;
  },
): Promise<void> {
  const { id, networkCode, fromAddress, feePayer, nonce, sendIds, first } = row;
  await tx.$executeRaw`
    WITH outgoing AS (
      INSERT INTO outgoing_transactions (id, network_code, from_address, fee_payer, nonce, fee_max)
      VALUES (${id}::uuid, ${networkCode}, ${fromAddress}, ${feePayer}, ${nonce}::bigint, ${first.feeMax.toFixed()}::numeric)),
    version AS (
      INSERT INTO signed_transactions (outgoing_id, version, network_code, transaction_id, raw, spends, fee_terms, fee_priority, fee_expected, fee_max)
      VALUES (${id}::uuid, ${first.version}, ${networkCode}, ${first.transactionId}, ${Buffer.from(first.raw)}, ${first.spends}, ${first.feeTerms},
        ${first.feePriority}::fee_priority, ${first.feeExpected.toFixed()}::numeric, ${first.feeMax.toFixed()}::numeric)),
    account AS (
      UPDATE sending_accounts SET next_nonce = ${nonce === null ? null : nonce + 1n}::bigint
      WHERE network_code = ${networkCode} AND address = ${fromAddress} AND ${nonce !== null})
    UPDATE sends SET status = 'sending', outgoing_id = ${id}::uuid, wait_reason = NULL, wait_detail = NULL, waiting_since = NULL,
      refusal_count = 0, updated_at = now()
    WHERE id = ANY(${[...sendIds]}::uuid[])`;
}

export type NewVersion = Omit<SignedVersion, "signedAt">;

/** Stores the bytes of a version, which never change, before anyone else has them. */
export async function insertVersion(
  tx: Tx,
  outgoing: { readonly id: string; readonly networkCode: string },
  version: NewVersion,
): Promise<void> {
  const { feeExpected, feeMax, raw, ...rest } = version;
  const exact = { feeExpected: feeExpected.toFixed(), feeMax: feeMax.toFixed(), raw: Uint8Array.from(raw) };
  const data = { ...rest, ...exact, outgoingId: outgoing.id, networkCode: outgoing.networkCode };
  await tx.signedTransaction.createMany({ data: [data] });
}

/**
 * Makes a replacement the newest version; the maximum fee is that of the most expensive version.
 */
export async function raiseVersion(tx: Tx, id: string, to: { version: number; feeMax: string }): Promise<void> {
  await tx.outgoingTransaction.updateMany({ where: { id }, data: { ...to, lastBroadcastAt: null } });
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

/** Ends the transaction and its sends: it arrived, or it moved nothing but its cost. */
export async function endOutgoing(
  tx: Tx,
  inclusion: Inclusion,
  end: { succeeded: boolean; feePaid: string; failure: string | null },
): Promise<void> {
  const { id, version, height, hash } = inclusion;
  const [status, sendStatus] = end.succeeded ? ["settled", "confirmed"] : ["failed", "failed"];
  await tx.$executeRaw`
    WITH outgoing AS (
      UPDATE outgoing_transactions SET status = ${status}::outgoing_status, fee_paid = ${end.feePaid}::numeric, included_version = ${version},
        block_height = ${height}::bigint, block_hash = ${hash}, settled_at = now(), conflict_since = NULL
      WHERE id = ${id}::uuid)
    UPDATE sends SET status = ${sendStatus}::send_status, failure = ${end.failure}, updated_at = now(), final_at = now()
    WHERE outgoing_id = ${id}::uuid`;
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
