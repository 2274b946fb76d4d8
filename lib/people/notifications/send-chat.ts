import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { log } from "@/lib/kernel/log";
import { chatsPage, mailOperators, mailOwners } from "@/lib/people/merchants/mail-owners";
import { openChatSecret } from "@/lib/people/notifications/chat-address";
import { type ChatOutcome, callChat } from "@/lib/people/notifications/chat-call";
import { decideChat, GIVE_UP_MS } from "@/lib/people/notifications/chat-decision";
import { enqueueChat, SEND_CHAT } from "@/lib/people/notifications/chat-queue";
import {
  countWaiting,
  failWaiting,
  isFailing,
  type LockedChat,
  lockChat,
  markMessages,
  selectWaiting,
  type WaitingMessage,
} from "@/lib/people/notifications/chat-repo";
import { CHAT_SERVICE_TEXTS } from "@/lib/people/notifications/chat-schema";
import { writeChatMessage } from "@/lib/people/notifications/chat-text";
import { notificationDetail } from "@/lib/people/notifications/notification-schema";
import { type Sentence, sentenceOf } from "@/lib/people/notifications/sentence-view";

/** In one message, which shows as many of them as fit. */
const EVENTS_MAX = 1_000;
/** Longer than a call: then its worker is gone, and another one calls again. */
const CLAIM_MS = 25_000;

type ClaimedChat = LockedChat & {
  readonly messages: readonly WaitingMessage[];
  readonly isTest: boolean;
  readonly claimedUntil: Date;
};

type SendOptions = { readonly signal: AbortSignal; readonly call?: typeof callChat };

/**
 * Sends what waits for one chat, in one message, and schedules what comes next. Events of a chat
 * are never sent by two workers at once. They may be sent twice if a worker dies between the call
 * and its record.
 */
export async function sendChat(chatId: string, { signal, call = callChat }: SendOptions): Promise<void> {
  const claimed = await withTransaction((tx) => claimChat(tx, chatId));
  if (claimed === null) return;
  const outcome = await callOnce(claimed, call, signal);
  // The worker is stopping: the job's next run waits for the claim to end.
  if (outcome === null) throw new Error("a message to a chat was interrupted");
  await withTransaction((tx) => recordOutcome(tx, claimed, outcome));
}

/** Null: nothing waits, or not yet. Then its job is enqueued for that time. */
async function claimChat(tx: Tx, chatId: string): Promise<ClaimedChat | null> {
  const chat = await lockChat(tx, chatId);
  if (chat === null) return null;
  const { now, waitUntil, disabledAt } = chat;
  if (chat.claimedUntil !== null && chat.claimedUntil > now) return await later(tx, chatId, chat.claimedUntil);
  if (disabledAt !== null) await failWaiting(tx, chatId, "The chat was disabled.");
  else await failWaiting(tx, chatId, "It could not be sent within a day.", new Date(now.getTime() - GIVE_UP_MS));
  const messages = await selectWaiting(tx, chatId, EVENTS_MAX);
  if (messages.length === 0) return null;
  const isTest = messages.some(({ kind }) => kind === null);
  if (!isTest && waitUntil !== null && waitUntil > now) return await later(tx, chatId, waitUntil);
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  await tx.chat.update({ where: { id: chatId }, data: { claimedUntil }, select: { id: true } });
  return { ...chat, messages, isTest, claimedUntil };
}

async function later(tx: Tx, chatId: string, runAt: Date): Promise<null> {
  await enqueueChat(tx, chatId, runAt);
  return null;
}

async function callOnce(chat: ClaimedChat, call: typeof callChat, signal: AbortSignal): Promise<ChatOutcome | null> {
  const { service, target, merchantName } = chat;
  const secret = readable(chat);
  if (secret === null) {
    const reason = "Its address cannot be read: it was stored with another SECRET_KEY.";
    return { kind: "failed", reason, retryAfterMs: null };
  }
  const sentences = chat.messages.map(toSentence);
  const text = writeChatMessage({ service, merchantName, sentences, baseUrl: env().BASE_URL });
  return await call({ service, target, secret, text }, signal);
}

function readable({ id, sealed }: LockedChat) {
  try {
    return openChatSecret(id, sealed);
  } catch {
    return null;
  }
}

function toSentence({ kind, reference, detail }: WaitingMessage): Sentence {
  if (kind !== null) return sentenceOf(kind, { reference, detail: notificationDetail.parse(detail) });
  return { title: "Test message", text: "This chat is set up.", path: "/overview" };
}

async function recordOutcome(tx: Tx, claimed: ClaimedChat, outcome: ChatOutcome): Promise<void> {
  const chat = await lockChat(tx, claimed.id);
  if (chat === null) return;
  const { now, id } = chat;
  const reason = outcome.kind === "sent" ? null : outcome.reason;
  // Another worker's claim, if this one was paused for longer than its own.
  const isOwn = chat.claimedUntil?.getTime() === claimed.claimedUntil.getTime();
  const data = { calledAt: now, lastError: reason, ...(isOwn && { claimedUntil: null }) };
  const ids = claimed.messages.map((message) => message.id);
  if (reason === null) await markMessages(tx, ids, { sentAt: now });
  else log().warn({ chat: id, service: chat.service, reason }, "a message to a chat was not sent");

  if (claimed.isTest && reason !== null) {
    await markMessages(tx, ids, { reason });
    await tx.chat.update({ where: { id }, data, select: { id: true } });
    if ((await countWaiting(tx, id)) > 0) await enqueueChat(tx, id, chat.waitUntil ?? now);
    return;
  }
  const { messages, isStopped, waitMs, ...counts } = decideChat(chat, outcome);
  const waitUntil = new Date(now.getTime() + waitMs);
  if (messages === "failed" && reason !== null) await markMessages(tx, ids, { reason });
  await tx.chat.update({ where: { id }, data: { ...data, ...counts, waitUntil }, select: { id: true } });
  if (isStopped && chat.disabledAt === null && reason !== null) await stopChat(tx, chat, reason);
  if ((await countWaiting(tx, id)) > 0) await enqueueChat(tx, id, waitUntil);
}

/** Disables a chat that the service keeps refusing, and mails whoever can mend it. */
async function stopChat(tx: Tx, { id, merchantId, service, name, now }: LockedChat, reason: string): Promise<void> {
  await failWaiting(tx, id, "The chat was disabled.");
  await tx.chat.update({ where: { id }, data: { disabledAt: now, isStopped: true }, select: { id: true } });
  const detail = { name, service, reason };
  const ofScope = merchantId === null ? {} : { merchantId };
  await recordAudit(tx, { actorId: null, ...ofScope, action: "chat.stop", target: id, detail });
  const chat = `${name} (${CHAT_SERVICE_TEXTS[service].name})`;
  if (merchantId !== null) {
    await mailOwners(tx, { merchantId, actorId: null }, { kind: "chat-stopped", chat, reason });
    return;
  }
  await mailOperators(tx, {
    subject: `The chat ${name} is no longer notified`,
    paragraphs: [
      `The chat ${chat} was disabled, because it refused several messages in a row:`,
      reason,
      `Change it and enable it again: ${chatsPage("operator")}`,
    ],
  });
}

/**
 * Calls that one worker makes concurrently. Chats that failed last have places of their own, so
 * that those that do not answer delay no others, and no mails.
 */
const PLACES = { healthy: 2, failing: 2 } as const;
const FULL_PAUSE_MS = 2_000;
const taken = { healthy: 0, failing: 0 };

/** Sends what waits for a chat; while all of its places here are used, it is retried shortly. */
export const sendChatJob = defineJob({
  ...SEND_CHAT,
  run: async ({ chatId }, { signal }) => {
    const lane = (await isFailing(chatId)) ? "failing" : "healthy";
    if (taken[lane] >= PLACES[lane]) {
      return withTransaction((tx) => enqueueChat(tx, chatId, new Date(Date.now() + FULL_PAUSE_MS)));
    }
    taken[lane] += 1;
    try {
      await sendChat(chatId, { signal });
    } finally {
      taken[lane] -= 1;
    }
  },
});
