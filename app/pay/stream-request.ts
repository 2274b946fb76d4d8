import type { StreamAsk } from "@/lib/delivery/live/stream-page";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";

/** Returns the uuid in `/pay/<uuid>/events` or `/wallet/<uuid>/events`. */
export function followedUuid({ target }: StreamAsk): string {
  const [, , uuid = ""] = (target.split("?", 1)[0] ?? "").split("/");
  return uuid.toLowerCase();
}

/** Returns the messages in the listening page's language, which its URL always names. */
export async function streamMessages({ target, headers }: StreamAsk): Promise<Messages> {
  const lang = new URLSearchParams(target.split("?")[1] ?? "").get("lang");
  return await loadMessages(negotiateLocale(headers.get("accept-language"), lang));
}

/**
 * Makes the message of each state once for each language, however many have the page open.
 * `bodyOf` returns what is sent as JSON.
 */
export function sharedBodies<State extends object>(bodyOf: (state: State, messages: Messages) => object) {
  const made = new WeakMap<State, Map<Messages, string>>();
  return (state: State, messages: Messages): string => {
    const ofState = made.get(state) ?? new Map<Messages, string>();
    made.set(state, ofState);
    const text = ofState.get(messages) ?? JSON.stringify(bodyOf(state, messages));
    ofState.set(messages, text);
    return text;
  };
}
