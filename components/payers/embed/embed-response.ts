import { createHash } from "node:crypto";
import { EMBED_SCRIPT } from "@/components/payers/embed/generated-script";
import type { ModalMessages } from "@/components/payers/embed/script/modal";
import type { Messages } from "@/lib/kernel/locales/messages";

const ETAG_DIGITS = 22;

/**
 * Returns the script for shops' pages in one language, with a short cache time: a change reaches
 * every shop within an hour, without a new URL.
 */
export function embedResponse(messages: Messages, knownTag: string | null): Response {
  const script = embedScript(messages);
  const tag = `"${createHash("sha256").update(script).digest("base64url").slice(0, ETAG_DIGITS)}"`;
  const headers = {
    "Content-Type": "text/javascript; charset=utf-8",
    "Content-Language": messages.locale,
    "Cache-Control": "public, max-age=3600",
    ETag: tag,
    Vary: "Accept-Language",
    "X-Content-Type-Options": "nosniff",
    // Any shop may load it, also a cross-origin isolated one.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  const isKnown = knownTag?.split(",").some((known) => known.trim().replace(/^W\//, "") === tag) ?? false;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(script, { headers });
}

/** Returns the packed script together with the messages that it reads from its scope. */
export function embedScript(messages: Messages): string {
  const sentences: ModalMessages = {
    title: messages.say("embed.title"),
    close: messages.say("embed.close"),
    blocked: messages.say("embed.blocked"),
    open: messages.say("embed.open"),
    lang: messages.locale,
    dir: messages.direction,
  };
  return `(function(CHAINTILL_MESSAGES){${EMBED_SCRIPT}})(${JSON.stringify(sentences)});\n`;
}
