import { database, type Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { decimal } from "@/lib/money/decimal";
import type { Send, SendOrder, SendPurpose } from "@/lib/sends/send";
import type { WaitReason } from "@/lib/sends/wait-reason";

/** PostgreSQL channel that wakes the engine; the payload is the network. */
export const SENDS_CHANNEL = "chaintill_sends";

export async function insertSend(tx: Tx, order: SendOrder): Promise<Send> {
  const { amount, feeExpected, ...rest } = order;
  const exact = { amount: amount.toFixed(), feeExpected: feeExpected?.toFixed() ?? null };
  return toSend(await tx.send.create({ data: { ...rest, ...exact } }));
}

/** Heard when the transaction commits, and only then. */
export async function notifySends(tx: Tx, networkCode: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${SENDS_CHANNEL}, ${networkCode})`;
}

/** Answers whether it was still queued. */
export async function cancelQueued(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<boolean> {
  const now = new Date();
  const { count } = await tx.send.updateMany({
    where: { purpose, purposeId, status: "queued" },
    data: { status: "cancelled", updatedAt: now, finalAt: now },
  });
  return count === 1;
}

export async function findSendOf(tx: Tx, purpose: SendPurpose, purposeId: string): Promise<Send | null> {
  const row = await tx.send.findUnique({ where: { purpose_purposeId: { purpose, purposeId } } });
  return row && toSend(row);
}

export async function findSend(id: string): Promise<Send | null> {
  const row = await database().send.findUnique({ where: { id } });
  return row && toSend(row);
}

/** Ordered before this moment and not signed. */
export async function countQueuedBefore(tx: Tx, networkCode: string, before: Date): Promise<number> {
  return tx.send.count({ where: { networkCode, status: "queued", createdAt: { lt: before } } });
}

/** What may be signed now, oldest first. */
export async function listDue(networkCode: string, limit: number): Promise<Send[]> {
  const rows = await database().send.findMany({
    where: { networkCode, status: "queued", nextTryAt: { lte: new Date() } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map(toSend);
}

/** Locks a send, and answers it as it is now: what was ordered never changes. @throws Error when there is none */
export async function lockSend(tx: Tx, send: Send): Promise<Send> {
  const [row] = await tx.$queryRaw<Pick<Send, "status" | "waitReason" | "refusalCount" | "outgoingId">[]>`
    SELECT status::text AS status, wait_reason AS "waitReason", refusal_count AS "refusalCount", outgoing_id::text AS "outgoingId"
    FROM sends WHERE id = ${send.id}::uuid FOR UPDATE`;
  if (row === undefined) throw new Error(`there is no send ${send.id}`);
  return { ...send, ...row };
}

/** It cannot go now, for this reason; `since` is kept while the reason stays. */
export async function markWaiting(
  tx: Tx,
  id: string,
  wait: { reason: WaitReason; detail: string; since: Date | null; refusalCount: number; nextTryAt: Date },
): Promise<void> {
  const { reason, detail, since, ...rest } = wait;
  const data = { waitReason: reason, waitDetail: detail, ...rest, ...(since === null ? {} : { waitingSince: since }) };
  await tx.send.updateMany({ where: { id, status: "queued" }, data: { ...data, updatedAt: new Date() } });
}

/** Looks at them again later, for a reason of ours and not of theirs. */
export async function postpone(ids: readonly string[], nextTryAt: Date): Promise<void> {
  await database().send.updateMany({ where: { id: { in: [...ids] }, status: "queued" }, data: { nextTryAt } });
}

export async function markFinal(tx: Tx, id: string, end: { status: "failed"; failure: string }): Promise<void> {
  const now = new Date();
  await tx.send.updateMany({ where: { id }, data: { ...end, updatedAt: now, finalAt: now } });
}

export type WaitingCoin = { readonly currencyCode: string; readonly reason: "funds" | "gas"; readonly count: bigint };

/** Which coins of a network are waited for, and by how many sends. */
export async function listWaitingCoins(networkCode: string): Promise<WaitingCoin[]> {
  return database().$queryRaw<WaitingCoin[]>`
    SELECT currency_code AS "currencyCode", wait_reason AS reason, count(*) AS count FROM sends
    WHERE network_code = ${networkCode} AND status = 'queued' AND wait_reason IN ('funds', 'gas') GROUP BY 1, 2`;
}

export function toSend(row: Prisma.SendGetPayload<object>): Send {
  return {
    id: row.id,
    purpose: row.purpose,
    purposeId: row.purposeId,
    networkCode: row.networkCode,
    currencyCode: row.currencyCode,
    amount: decimal(row.amount),
    fromAddress: row.fromAddress,
    toAddress: row.toAddress,
    memo: row.memo,
    priority: row.priority,
    feeExpected: row.feeExpected === null ? null : decimal(row.feeExpected),
    status: row.status,
    // Written from the list of reasons and from nothing else.
    waitReason: row.waitReason as WaitReason | null,
    refusalCount: row.refusalCount,
    outgoingId: row.outgoingId,
    createdAt: row.createdAt,
  };
}
