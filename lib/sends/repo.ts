import type { Tx } from "@/lib/db";
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
