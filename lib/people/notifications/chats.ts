import { randomUUID } from "node:crypto";
import { type AuditFields, changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { chatAddressOf, sealChatSecret } from "@/lib/people/notifications/chat-address";
import { enqueueChat } from "@/lib/people/notifications/chat-queue";
import {
  failWaiting,
  type LockedChat,
  lockChat,
  lockCountOfChats,
  selectChats,
} from "@/lib/people/notifications/chat-repo";
import {
  CHATS_MAX,
  type ChangeChat,
  type ChatListView,
  type ChatScope,
  kindsOfChats,
  type NewChat,
} from "@/lib/people/notifications/chat-schema";
import type { NotificationKind } from "@/lib/people/notifications/notification-schema";

/** Who changes which chats: a member those of the merchant, an operator the installation's. */
export type ChatChanger = ChatScope & { readonly actorId: string };

/** Lists the chats of a merchant, or the installation's, oldest first. Their secrets stay here. */
export async function listChats(scope: ChatScope): Promise<ChatListView> {
  const chats = await selectChats(scope);
  return {
    items: chats.map(({ id, service, name, target, kinds, disabledAt, isStopped, calledAt, lastError, _count }) => ({
      id,
      service,
      name,
      target,
      kinds,
      state: disabledAt === null ? "enabled" : isStopped ? "stopped" : "disabled",
      waiting: _count.messages,
      calledAt: calledAt?.toISOString() ?? null,
      lastError,
    })),
  };
}

/**
 * Adds a chat, which is notified of events from now on.
 * @throws AppError `refused` above the limit, `invalid_request` that names a field
 */
export async function createChat(who: ChatChanger, input: NewChat): Promise<{ id: string }> {
  const { merchantId } = who;
  const { service, name } = input;
  const kinds = allowedKinds(who, input.kinds);
  const { target, secret } = chatAddressOf(service, input);
  const id = randomUUID();
  await withTransaction(async (tx) => {
    if ((await lockCountOfChats(tx, who)) >= CHATS_MAX)
      throw new AppError("refused", `There can be at most ${CHATS_MAX} chats. Remove one first.`);
    const sealed = sealChatSecret(id, secret);
    await tx.chat.create({ data: { id, merchantId, service, name, target, sealed, kinds }, select: { id: true } });
    await audit(tx, who, id, { action: "chat.create", after: { name, service, target, kinds } });
  });
  return { id };
}

/**
 * Changes a chat's name, kinds and address. An empty bot or URL stays; another one is tried at
 * once, whatever failed before.
 * @throws AppError `not_found`, `invalid_request` that names a field
 */
export async function changeChat(who: ChatChanger, input: ChangeChat): Promise<void> {
  const kinds = allowedKinds(who, input.kinds);
  const { id, service, name } = input;
  const isReplaced = (service === "telegram" ? input.bot : input.url) !== "";
  const address = isReplaced ? chatAddressOf(service, input) : null;
  await withTransaction(async (tx) => {
    const before = await lockOwn(tx, who, id);
    if (before.service !== service)
      throw wrongField("service", "The service of a chat can't be changed. Add another chat.");
    const target = address?.target ?? (service === "telegram" ? input.chatId : before.target);
    const isElsewhere = isReplaced || target !== before.target;
    const data = {
      name,
      target,
      kinds,
      ...(address && { sealed: sealChatSecret(id, address.secret) }),
      ...(isElsewhere && FORGIVEN),
    };
    await tx.chat.update({ where: { id }, data, select: { id: true } });
    const change = changedFields(
      { name: before.name, target: before.target, kinds: before.kinds },
      { name, target, kinds },
    );
    if (isElsewhere) await enqueueChat(tx, id, before.now);
    const detail = { chat: name, ...(isReplaced && { replaced: service === "telegram" ? "bot" : "URL" }) };
    await audit(tx, who, id, { action: "chat.change", ...change, detail });
  });
}

const FORGIVEN = { failureCount: 0, refusalCount: 0, waitUntil: null } as const;

/** Notifies the chat again, of events from now on. @throws AppError `not_found` */
export async function enableChat(who: ChatChanger, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const { name, disabledAt } = await lockOwn(tx, who, id);
    if (disabledAt === null) return;
    await tx.chat.update({
      where: { id },
      data: { disabledAt: null, isStopped: false, ...FORGIVEN },
      select: { id: true },
    });
    await audit(tx, who, id, { action: "chat.enable", detail: { chat: name } });
  });
}

/** Notifies the chat no more, and gives up what waits for it. @throws AppError `not_found` */
export async function disableChat(who: ChatChanger, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const { name, disabledAt, now } = await lockOwn(tx, who, id);
    if (disabledAt !== null) return;
    await tx.chat.update({ where: { id }, data: { disabledAt: now }, select: { id: true } });
    await failWaiting(tx, id, "The chat was disabled.");
    await audit(tx, who, id, { action: "chat.disable", detail: { chat: name } });
  });
}

/** Deletes the chat with its secret and its messages. @throws AppError `not_found` */
export async function removeChat(who: ChatChanger, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const { name, service, target } = await lockOwn(tx, who, id);
    await tx.chat.delete({ where: { id }, select: { id: true } });
    await audit(tx, who, id, { action: "chat.remove", before: { name, service, target } });
  });
}

/**
 * Queues a test message, also to a disabled chat. It is tried once.
 * @throws AppError `not_found`, `refused` while one waits
 */
export async function testChat(who: ChatChanger, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const { name, now } = await lockOwn(tx, who, id);
    if ((await tx.chatMessage.count({ where: { chatId: id, kind: null, state: "pending" } })) > 0)
      throw new AppError("refused", "A test message is already on its way.");
    await tx.chatMessage.create({ data: { chatId: id, reference: `test:${randomUUID()}` }, select: { id: true } });
    await enqueueChat(tx, id, now);
    await audit(tx, who, id, { action: "chat.test", detail: { chat: name } });
  });
}

function allowedKinds(scope: ChatScope, kinds: readonly NotificationKind[]): NotificationKind[] {
  const known = kindsOfChats(scope);
  if (kinds.every((kind) => known.includes(kind))) return [...kinds];
  throw wrongField("kinds", "Choose from the list.");
}

async function lockOwn(tx: Tx, { merchantId }: ChatScope, id: string): Promise<LockedChat> {
  const chat = await lockChat(tx, id, merchantId);
  if (chat === null) throw new AppError("not_found", "Chat not found.");
  return chat;
}

type Entry = {
  readonly action: `chat.${"create" | "change" | "enable" | "disable" | "remove" | "test"}`;
  readonly before?: AuditFields;
  readonly after?: AuditFields;
  readonly detail?: AuditFields;
};

async function audit(tx: Tx, { merchantId, actorId }: ChatChanger, target: string, entry: Entry): Promise<void> {
  await recordAudit(tx, { actorId, ...(merchantId !== null && { merchantId }), target, ...entry });
}
