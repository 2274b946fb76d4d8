import { z } from "zod";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { declareJob } from "@/lib/kernel/jobs/define-job";
import { enqueue, enqueueAll } from "@/lib/kernel/jobs/enqueue";
import { type NewNotifications, rowsOf } from "@/lib/people/notifications/repo";

/** Sends what waits for a chat. */
export const SEND_CHAT = declareJob({
  name: "send-chat",
  payload: z.object({ chatId: z.uuid() }),
});

/** Behind webhooks, as mails. */
const PRIORITY = 30;

/** A chat has at most one waiting job. */
const optionsOf = (chatId: string, runAt: Date) => ({ key: `chat:${chatId}`, runAt, priority: PRIORITY });

/** Enqueues the job of a chat, which schedules itself again until nothing waits. */
export async function enqueueChat(tx: Tx, chatId: string, runAt: Date): Promise<void> {
  await enqueue(tx, SEND_CHAT, { chatId }, optionsOf(chatId, runAt));
}

/**
 * Writes a message for each enabled chat of the merchant (null: of the installation) that is
 * notified of this kind, of each subject once, and their jobs: they are sent if and after the
 * transaction commits.
 */
export async function queueForChats(
  tx: Tx,
  { kind, merchantId, subjects }: Omit<NewNotifications, "usual">,
): Promise<void> {
  const ofScope =
    merchantId === null ? Prisma.sql`c.merchant_id IS NULL` : Prisma.sql`c.merchant_id = ${merchantId}::uuid`;
  const written = await tx.$queryRaw<{ chatId: string }[]>`
    INSERT INTO chat_messages (chat_id, kind, reference, detail)
    SELECT c.id, ${kind}::notification_kind, s.reference, s.detail::jsonb
    FROM ${rowsOf(subjects)} CROSS JOIN chats AS c
    WHERE ${ofScope} AND c.disabled_at IS NULL AND ${kind}::notification_kind = ANY(c.kinds)
    ON CONFLICT (chat_id, kind, reference) DO NOTHING RETURNING chat_id::text AS "chatId"`;
  const chatIds = [...new Set(written.map(({ chatId }) => chatId))];
  if (chatIds.length === 0) return;
  const jobs = chatIds.map((chatId) => ({ payload: { chatId }, ...optionsOf(chatId, new Date()) }));
  await enqueueAll(tx, SEND_CHAT, jobs);
}
