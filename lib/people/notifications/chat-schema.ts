import { z } from "zod";
import { KIND_RULES, NOTIFICATION_KINDS, type NotificationKind } from "@/lib/people/notifications/notification-schema";

/** Inputs and outputs of the chats that are notified. Safe for the browser. */

/** How many chats a merchant has at most, and the installation as many. */
export const CHATS_MAX = 10;
const NAME_CHARACTERS_MAX = 60;
const URL_CHARACTERS_MAX = 500;

export const CHAT_SERVICES = ["telegram", "slack", "discord", "webhook"] as const;
export type ChatService = (typeof CHAT_SERVICES)[number];

type ServiceText = {
  readonly name: string;
  /** Where the service shows the URL. */
  readonly urlHint: string;
};

export const CHAT_SERVICE_TEXTS: Readonly<Record<ChatService, ServiceText>> = {
  telegram: { name: "Telegram", urlHint: "" },
  slack: { name: "Slack", urlHint: "An incoming webhook. It starts with https://hooks.slack.com/services/." },
  discord: {
    name: "Discord",
    urlHint: "In the channel's settings, under Integrations. It starts with https://discord.com/api/webhooks/.",
  },
  webhook: { name: "Other webhook", urlHint: 'Receives a POST with { "text": "…" }. It starts with https://.' },
};

/** Whose chats: of a merchant, or of the installation, whose operators are notified. */
export type ChatScope = { readonly merchantId: string | null };

/** What the chats of a scope can be notified of. */
export function kindsOfChats({ merchantId }: ChatScope): readonly NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => (KIND_RULES[kind].permission === null) === (merchantId === null));
}

const BOT = /^\d{5,15}:[A-Za-z0-9_-]{30,60}$/;
const CHAT_ID = /^(-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{3,31})$/;

const URL_WANTED = "Enter a full URL that starts with https://.";

const chatFields = z.object({
  name: z
    .string("Enter a name.")
    .trim()
    .min(1, "Enter a name.")
    .max(NAME_CHARACTERS_MAX, `Use at most ${NAME_CHARACTERS_MAX} characters.`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "Use one line of plain text."),
  kinds: z
    .array(z.enum(NOTIFICATION_KINDS))
    .min(1, "Choose at least one.")
    .max(NOTIFICATION_KINDS.length, "Choose each once.")
    .transform((kinds) => [...new Set(kinds)]),
  /** Telegram alone; empty for the others. */
  bot: z.string().trim().max(100, "Use at most 100 characters."),
  chatId: z.string().trim().max(40, "Use at most 40 characters."),
  /** Of all other services. */
  url: z.string().trim().max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`),
});

type Address = { readonly service: ChatService; readonly bot: string; readonly chatId: string; readonly url: string };
type Issues = { readonly addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void };

/** `mayKeep`: an empty bot or URL stays as it is. */
function checkAddress({ service, bot, chatId, url }: Address, context: Issues, mayKeep: boolean): void {
  const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (service !== "telegram") {
    if (!(mayKeep && url === "") && !URL.canParse(url)) wrong("url", URL_WANTED);
    return;
  }
  if (!(mayKeep && bot === "") && !BOT.test(bot)) wrong("bot", "Enter the token that BotFather gave you.");
  if (!CHAT_ID.test(chatId)) wrong("chatId", "Enter a number such as -1001234567890, or @name of a public channel.");
}

export const newChatInput = chatFields
  .extend({ service: z.enum(CHAT_SERVICES, "Choose a service.") })
  .superRefine((chat, context) => checkAddress(chat, context, false));
export type NewChat = z.output<typeof newChatInput>;

/** The service stays; so do a bot and a URL that are left empty. */
export const changeChatInput = chatFields
  .extend({ id: z.uuid(), service: z.enum(CHAT_SERVICES) })
  .superRefine((chat, context) => checkAddress(chat, context, true));
export type ChangeChat = z.output<typeof changeChatInput>;

export const chatView = z.object({
  id: z.uuid(),
  service: z.enum(CHAT_SERVICES),
  name: z.string(),
  /** Telegram's chat id, otherwise the host of the URL. */
  target: z.string(),
  kinds: z.array(z.enum(NOTIFICATION_KINDS)),
  /** `stopped`: disabled by the gateway, because the service kept refusing. */
  state: z.enum(["enabled", "disabled", "stopped"]),
  /** Events that wait to be sent; a test counts. */
  waiting: z.int(),
  /** Of the last call. */
  calledAt: z.iso.datetime().nullable(),
  /** Why it failed; null: it was accepted, or there was none. */
  lastError: z.string().nullable(),
});
export type ChatView = z.output<typeof chatView>;

export const chatListView = z.object({ items: z.array(chatView) });
export type ChatListView = z.output<typeof chatListView>;
