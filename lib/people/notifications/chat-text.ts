import type { ChatService } from "@/lib/people/notifications/chat-schema";
import type { Sentence } from "@/lib/people/notifications/sentence-view";

/** Invisible, and ends what a chat would make a mention or a link of. */
const BREAK = "\u200b";
const LINES_MAX = 20;
/** Of one line, before it is escaped. */
const LINE_CHARACTERS_MAX = 300;

/**
 * Characters of a message, below what each service accepts (Telegram 4096, Discord 2000) or shows
 * well (Slack 4000).
 */
const CHARACTERS_MAX: Readonly<Record<ChatService, number>> = {
  telegram: 3_800,
  slack: 3_800,
  discord: 1_900,
  webhook: 3_800,
};

const ESCAPES: Readonly<Record<ChatService, (text: string) => string>> = {
  telegram: (text) => text,
  slack: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  discord: (text) => text.replaceAll(/[\\*_~`|>#<[\]():@-]/g, "\\$&"),
  webhook: (text) => text,
};

/** What a message is written of. */
export type ChatEvents = {
  readonly service: ChatService;
  /** The merchant's; null: about the installation. */
  readonly merchantName: string | null;
  readonly sentences: readonly Sentence[];
  readonly baseUrl: string;
};

/**
 * Writes one message about all these events, in the form of the service and within its limit: as
 * many as fit, and how many more. Names and amounts in it come from shops and payers: they can
 * mention nobody and make no link. Pure.
 */
export function writeChatMessage({ service, merchantName, sentences, baseUrl }: ChatEvents): string {
  const escaped = (text: string) => ESCAPES[service](harmless(text));
  const where = merchantName === null ? "" : ` (${merchantName})`;
  const paragraphs = sentences
    .slice(0, LINES_MAX)
    .map(({ title, text, path }) => [escaped(`${title}${where}`), escaped(text), urlFor(service, baseUrl, path)]);
  const shown: string[] = [];
  // The last paragraph always has room.
  let left = CHARACTERS_MAX[service] - baseUrl.length - 60;
  for (const paragraph of paragraphs.map((lines) => lines.join("\n"))) {
    left -= paragraph.length + 2;
    if (left < 0) break;
    shown.push(paragraph);
  }
  const rest = sentences.length - shown.length;
  if (rest > 0) shown.push(`${shown.length > 0 ? "And " : ""}${rest} more: ${urlFor(service, baseUrl, "/overview")}`);
  return shown.join("\n\n");
}

/** Slack reads `&` in a URL as well. */
function urlFor(service: ChatService, baseUrl: string, path: string): string {
  return service === "slack" ? ESCAPES.slack(`${baseUrl}${path}`) : `${baseUrl}${path}`;
}

/**
 * Makes text of others one line that no chat takes for a mention, a link or markup. What looks like
 * none of these, such as order ids, amounts and e-mail addresses, stays as it is.
 */
export function harmless(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    // Directions, and other characters that nobody sees.
    .replaceAll(/\p{Cf}/gu, "")
    .trim();
  return (
    [...line]
      .slice(0, LINE_CHARACTERS_MAX)
      .join("")
      .replaceAll(/(?<![\p{L}\p{N}])@(?=\S)/gu, `@${BREAK}`)
      // A host: `shop.example`, but not the one of `ada@shop.example`.
      .replaceAll(/(?<![\p{L}\p{N}@.-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?=\p{L}{2})/gu, `$&${BREAK}`)
      .replaceAll("://", `:${BREAK}//`)
      .replaceAll("](", `]${BREAK}(`)
      .replaceAll("<", `<${BREAK}`)
  );
}

/** Returns the body of each service. Nothing in the text is read as a mention, link or preview. */
export function chatBody(service: ChatService, target: string, text: string): string {
  switch (service) {
    case "telegram":
      return JSON.stringify({ chat_id: target, text, link_preview_options: { is_disabled: true } });
    case "slack":
      return JSON.stringify({ text, mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false });
    case "discord":
      // 4: without previews of links.
      return JSON.stringify({ content: text, allowed_mentions: { parse: [] }, flags: 4 });
    case "webhook":
      return JSON.stringify({ text });
  }
}
