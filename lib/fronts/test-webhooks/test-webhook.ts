import type { Sendable } from "@/lib/delivery/webhooks/post-webhook";

/** A webhook that reports nothing: sent once, saved nowhere. `payload` is what is signed, as it will be written. */
export type TestWebhook = Sendable;
