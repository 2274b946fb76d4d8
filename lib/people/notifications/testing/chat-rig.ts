import { randomUUID } from "node:crypto";
import { database, withTransaction } from "@/lib/kernel/db";
import { sealChatSecret } from "@/lib/people/notifications/chat-address";
import type { ChatCall, ChatOutcome } from "@/lib/people/notifications/chat-call";
import { type ChatService, kindsOfChats } from "@/lib/people/notifications/chat-schema";
import type { NotificationDetail } from "@/lib/people/notifications/notification-schema";
import { notifyPeople } from "@/lib/people/notifications/notify-people";
import { sendChat } from "@/lib/people/notifications/send-chat";

/** Chats that are notified, for tests. */

export const BOT = `123456:${"A".repeat(35)}`;

type Changes = {
  /** Null: of the installation. */
  readonly merchantId: string | null;
  readonly name?: string;
  readonly service?: ChatService;
  readonly url?: string;
  readonly isDisabled?: boolean;
};

/** Inserts a chat that is notified of everything. */
export async function insertChat({ merchantId, name = "Sales channel", ...changes }: Changes): Promise<string> {
  const { service = "webhook", url = "https://chat.example/hook", isDisabled = false } = changes;
  const id = randomUUID();
  const isTelegram = service === "telegram";
  const address = { target: isTelegram ? "-100200" : new URL(url).host, secret: isTelegram ? { bot: BOT } : { url } };
  const data = {
    id,
    merchantId,
    name,
    service,
    target: address.target,
    sealed: sealChatSecret(id, address.secret),
    kinds: [...kindsOfChats({ merchantId })],
    disabledAt: isDisabled ? new Date() : null,
  };
  await database().chat.create({ data, select: { id: true } });
  return id;
}

/** The form's values. */
export const CHAT_FORM = {
  service: "webhook",
  name: "Sales channel",
  url: "https://chat.example/hook",
  bot: "",
  chatId: "",
  kinds: ["payout_failed"],
} as const;

export const OPERATOR_CHAT_FORM = { ...CHAT_FORM, kinds: ["gas_low"] } as const;

/** Notifies of one paid invoice, in a transaction of its own. */
export async function notifyOfInvoice(
  merchantId: string,
  reference: string = randomUUID(),
  detail: NotificationDetail = { orderId: "A-1", amount: "10 USDT" },
): Promise<void> {
  await withTransaction((tx) => notifyPeople(tx, [{ kind: "invoice_paid", merchantId, reference, detail }]));
}

/** A service that answers in this way and remembers what it was sent. */
export function fakeService(answer: (count: number) => ChatOutcome | Promise<ChatOutcome> = () => ({ kind: "sent" })) {
  const calls: ChatCall[] = [];
  const call = async (sent: ChatCall): Promise<ChatOutcome> => {
    calls.push(sent);
    return await answer(calls.length);
  };
  return { calls, texts: () => calls.map(({ text }) => text), call };
}

export type FakeService = ReturnType<typeof fakeService>;

/** Runs the chat's job once. */
export async function runChat(chatId: string, service: FakeService): Promise<void> {
  await sendChat(chatId, { signal: new AbortController().signal, call: service.call });
}

/** Ends the wait before the next call. */
export async function endWait(chatId: string): Promise<void> {
  await database().chat.update({ where: { id: chatId }, data: { waitUntil: null } });
}

/** When the waiting job of a chat runs; null without one. */
export async function jobOf(chatId: string): Promise<Date | null> {
  const [job] = await database().$queryRaw<{ runAt: Date }[]>`
    SELECT run_at AS "runAt" FROM graphile_worker.jobs WHERE key = ${`chat:${chatId}`}`;
  return job?.runAt ?? null;
}

export const chatNow = (id: string) => database().chat.findUniqueOrThrow({ where: { id } });

export async function statesOf(chatId: string): Promise<readonly string[]> {
  const rows = await database().chatMessage.findMany({ where: { chatId }, orderBy: { id: "asc" } });
  return rows.map(({ state }) => state);
}
