import { isIP } from "node:net";
import { z } from "zod";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { env } from "@/lib/kernel/env";
import { wrongField } from "@/lib/kernel/errors";
import { OutboundError } from "@/lib/kernel/http/outbound-error";
import { isPublicAddress, parseTargetUrl } from "@/lib/kernel/http/resolve-target";
import type { ChatService, NewChat } from "@/lib/people/notifications/chat-schema";

const SLACK_PATH = /^\/services\/[A-Za-z0-9_/-]{1,200}$/;
const DISCORD_HOSTS = new Set(["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"]);
const DISCORD_PATH = /^\/api\/(v\d{1,2}\/)?webhooks\/\d{1,24}\/[A-Za-z0-9_-]{1,200}$/;

/** What lets its holder write to the chat: the bot's token, or the URL. */
const chatSecret = z.union([z.strictObject({ bot: z.string() }), z.strictObject({ url: z.string() })]);
export type ChatSecret = z.output<typeof chatSecret>;

/** Where a chat is: what its page may show, and the rest. */
export type ChatAddress = { readonly target: string; readonly secret: ChatSecret };

type GivenAddress = Pick<NewChat, "bot" | "chatId" | "url">;

/**
 * Returns the address that a form names. Whether the host's address is public is decided when it is
 * called, because names change their addresses; an address in numbers is refused here as well.
 * @throws AppError `invalid_request` that names `url`
 */
export function chatAddressOf(service: ChatService, { bot, chatId, url }: GivenAddress): ChatAddress {
  if (service === "telegram") return { target: chatId, secret: { bot } };
  const parsed = parsedUrl(url);
  const isPlay = env().SANDBOX && env().WEBHOOK_ALLOW_PRIVATE;
  if (parsed.protocol !== "https:" && !isPlay) throw wrongField("url", "Use a URL that starts with https://.");
  if (service === "slack") assertService(parsed, parsed.host === "hooks.slack.com" && SLACK_PATH.test(parsed.pathname));
  if (service === "discord")
    assertService(parsed, DISCORD_HOSTS.has(parsed.host) && DISCORD_PATH.test(parsed.pathname));
  if (!isPlay && !mayBePublic(parsed.hostname)) throw wrongField("url", "Use a host that is on the public internet.");
  return { target: parsed.host, secret: { url: parsed.href } };
}

function parsedUrl(url: string): URL {
  try {
    return parseTargetUrl(url);
  } catch (error) {
    if (error instanceof OutboundError) throw wrongField("url", `${error.publicMessage}.`, error);
    throw error;
  }
}

function assertService({ protocol }: URL, isService: boolean): void {
  if (!isService || protocol !== "https:")
    throw wrongField("url", "This is not a webhook URL of that service. Copy it from the service's settings.");
}

function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes(".") && !/\.(localhost|local|internal|home\.arpa)$/.test(host);
}

/** The context to which a chat's secret is sealed. */
export function chatContext(chatId: string): string {
  return `chat:${chatId}`;
}

export function sealChatSecret(chatId: string, secret: ChatSecret): Uint8Array<ArrayBuffer> {
  return sealSecret(JSON.stringify(secret), chatContext(chatId));
}

/** @throws Error when it was sealed with a key that is not configured, or for another chat */
export function openChatSecret(chatId: string, sealed: Uint8Array): ChatSecret {
  return chatSecret.parse(JSON.parse(openSecret(sealed, chatContext(chatId))));
}
