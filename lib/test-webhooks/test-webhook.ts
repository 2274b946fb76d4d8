import type { Sendable } from "@/lib/webhooks/send-delivery";

/** A webhook that reports nothing: sent once, saved nowhere. `payload` is what is signed, as it will be written. */
export type TestWebhook = Sendable;
