import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import type { ChatScope, ChatService } from "@/lib/people/notifications/chat-schema";
import type { NotificationKind } from "@/lib/people/notifications/notification-schema";

/** A chat that its transaction has locked. `now` is the database's time. */
export type LockedChat = {
  readonly id: string;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly service: ChatService;
  readonly name: string;
  readonly target: string;
  readonly sealed: Uint8Array;
  readonly kinds: readonly NotificationKind[];
  readonly disabledAt: Date | null;
  readonly failureCount: number;
  readonly refusalCount: number;
  readonly waitUntil: Date | null;
  readonly claimedUntil: Date | null;
  readonly now: Date;
};

/** `owner`: only if it belongs to that merchant; null: only if to the installation. */
export async function lockChat(tx: Tx, chatId: string, owner?: string | null): Promise<LockedChat | null> {
  const ofOwner =
    owner === undefined ? Prisma.empty : Prisma.sql`AND c.merchant_id IS NOT DISTINCT FROM ${owner}::uuid`;
  const [chat] = await tx.$queryRaw<LockedChat[]>`
    SELECT c.id::text, c.merchant_id::text AS "merchantId", m.name AS "merchantName", c.service::text, c.name, c.target,
      c.sealed, c.kinds::text[], c.disabled_at AS "disabledAt", c.failure_count AS "failureCount",
      c.refusal_count AS "refusalCount", c.wait_until AS "waitUntil", c.claimed_until AS "claimedUntil",
      clock_timestamp()::timestamptz(3) AS now
    FROM chats AS c LEFT JOIN merchants AS m ON m.id = c.merchant_id
    WHERE c.id = ${chatId}::uuid ${ofOwner} FOR NO KEY UPDATE OF c`;
  return chat ?? null;
}

/** Keeps others from adding chats until the transaction ends, and returns how many there are. */
export async function lockCountOfChats(tx: Tx, { merchantId }: ChatScope): Promise<number> {
  const name = `chats:${merchantId ?? "installation"}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  return await tx.chat.count({ where: { merchantId } });
}

/** Oldest first. */
export async function selectChats({ merchantId }: ChatScope) {
  return await database().chat.findMany({
    where: { merchantId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    omit: { sealed: true },
    include: { _count: { select: { messages: { where: { state: "pending" } } } } },
  });
}

/** Whether the last call failed; false for a chat that is gone. */
export async function isFailing(chatId: string): Promise<boolean> {
  return (await database().chat.count({ where: { id: chatId, failureCount: { gt: 0 } } })) > 0;
}

export type WaitingMessage = {
  readonly id: bigint;
  /** Null: a test. */
  readonly kind: NotificationKind | null;
  readonly reference: string;
  readonly detail: unknown;
};

const WAITING = { id: true, kind: true, reference: true, detail: true } as const;

/** Returns what a chat's next message is about: a waiting test alone, or else events. */
export async function selectWaiting(tx: Tx, chatId: string, limit: number): Promise<readonly WaitingMessage[]> {
  const where = { chatId, state: "pending" } as const;
  const [test] = await tx.chatMessage.findMany({
    where: { ...where, kind: null },
    orderBy: { id: "asc" },
    take: 1,
    select: WAITING,
  });
  if (test !== undefined) return [test];
  return await tx.chatMessage.findMany({ where, orderBy: { id: "asc" }, take: limit, select: WAITING });
}

export async function countWaiting(tx: Tx, chatId: string): Promise<number> {
  return await tx.chatMessage.count({ where: { chatId, state: "pending" } });
}

/** Gives up waiting events, those before a time or all; tests stay. */
export async function failWaiting(tx: Tx, chatId: string, reason: string, before?: Date): Promise<void> {
  await tx.chatMessage.updateMany({
    where: { chatId, state: "pending", kind: { not: null }, ...(before && { createdAt: { lt: before } }) },
    data: { state: "failed", lastError: reason },
  });
}

/** `sent` also holds for messages that were given up during the call. */
export async function markMessages(
  tx: Tx,
  ids: readonly bigint[],
  result: { readonly sentAt: Date } | { readonly reason: string },
): Promise<void> {
  const id = { in: [...ids] };
  if ("sentAt" in result) {
    const data = { state: "sent", sentAt: result.sentAt, lastError: null } as const;
    await tx.chatMessage.updateMany({ where: { id }, data });
    return;
  }
  const data = { state: "failed", lastError: result.reason } as const;
  await tx.chatMessage.updateMany({ where: { id, state: "pending" }, data });
}
