import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { callChat, judge } from "@/lib/people/notifications/chat-call";
import { decideChat, REFUSALS_MAX } from "@/lib/people/notifications/chat-decision";
import type { ChatService } from "@/lib/people/notifications/chat-schema";

const settings = vi.hoisted((): { WEBHOOK_ALLOW_PRIVATE: boolean; TELEGRAM_API_URL?: string } => ({
  WEBHOOK_ALLOW_PRIVATE: false,
}));
vi.mock("@/lib/kernel/env", () => ({ env: () => settings }));
afterAll(() => vi.doUnmock("@/lib/kernel/env"));

let receiver: Receiver | undefined;
afterEach(async () => await receiver?.close());

const NEVER = new AbortController().signal;
const answer = (status: number, body = "", headers: Record<string, string> = {}) => ({
  status,
  headers: new Map(Object.entries(headers)),
  body: Buffer.from(body),
});

describe("an answer", () => {
  test.each([200, 204])("%i: sent", (status) => {
    expect(judge("discord", answer(status))).toEqual({ kind: "sent" });
  });

  test.each([408, 429, 500, 503])("%i: a later call may succeed", (status) => {
    expect(judge("webhook", answer(status))).toEqual({ kind: "failed", reason: `HTTP ${status}`, retryAfterMs: null });
  });

  test.each([302, 401, 403, 404, 410])("%i: refused", (status) => {
    expect(judge("webhook", answer(status, "<b>secret</b>"))).toEqual({ kind: "refused", reason: `HTTP ${status}` });
  });

  test.each<[ChatService, number, string, string, string]>([
    ["slack", 404, "no_service", "refused", "HTTP 404: no_service"],
    ["slack", 400, "invalid_payload", "rejected", "HTTP 400: invalid_payload"],
    ["discord", 404, '{"message":"Unknown Webhook"}', "refused", "HTTP 404: Unknown Webhook"],
    [
      "telegram",
      400,
      '{"description":"Bad Request: chat not found"}',
      "refused",
      "HTTP 400: Bad Request: chat not found",
    ],
    ["telegram", 401, '{"description":"Unauthorized"}', "refused", "HTTP 401: Unauthorized"],
  ])("of %s, %i, is told in the service's words", (service, status, body, kind, reason) => {
    expect(judge(service, answer(status, body))).toEqual({ kind, reason });
  });

  test("says how long to wait, in a header or as Telegram does", () => {
    expect(judge("slack", answer(429, "", { "retry-after": "30" }))).toMatchObject({ retryAfterMs: 30_000 });
    const body = '{"description":"Too Many Requests","parameters":{"retry_after":35}}';
    expect(judge("telegram", answer(429, body))).toMatchObject({ kind: "failed", retryAfterMs: 35_000 });
  });
});

describe("after a failed call", () => {
  const FAILED = { kind: "failed", reason: "-", retryAfterMs: null } as const;
  const secondsAfter = (failureCount: number, retryAfterMs: number | null = null) =>
    decideChat({ failureCount, refusalCount: 0 }, { ...FAILED, retryAfterMs }).waitMs / 1_000;

  test("the next one waits longer each time, at most an hour", () => {
    expect([0, 1, 2, 3, 4, 5, 99].map((count) => secondsAfter(count))).toEqual([
      30, 120, 600, 1_800, 3_600, 3_600, 3_600,
    ]);
  });

  test("Retry-After lengthens the wait, to a day at most, and never shortens it", () => {
    expect([secondsAfter(0, 5_000), secondsAfter(0, 90_000), secondsAfter(0, 1e12)]).toEqual([30, 90, 86_400]);
  });

  test("five refusals in a row stop the chat, and a sent message forgives them", () => {
    const refused = { kind: "refused", reason: "-" } as const;
    let counts = { failureCount: 0, refusalCount: 0 };
    const stops = Array.from({ length: REFUSALS_MAX }, () => {
      const { failureCount, refusalCount, isStopped } = decideChat(counts, refused);
      counts = { failureCount, refusalCount };
      return isStopped;
    });
    expect(stops).toEqual([false, false, false, false, true]);
    expect(decideChat(counts, { kind: "sent" })).toMatchObject({ failureCount: 0, refusalCount: 0 });
  });
});

describe("a call", () => {
  test("reaches no private address, unless the operator allows it for webhooks", async () => {
    receiver = await startReceiver((response) => void response.end());
    const call = { service: "webhook", target: "-", secret: { url: receiver.url }, text: "hi" } as const;
    expect(await callChat(call, NEVER)).toMatchObject({
      kind: "failed",
      reason: "The address of the host is not public",
    });
    expect(receiver.received).toEqual([]);
    settings.WEBHOOK_ALLOW_PRIVATE = true;
    expect(await callChat(call, NEVER)).toEqual({ kind: "sent" });
    settings.WEBHOOK_ALLOW_PRIVATE = false;
    expect(receiver.received.map(({ body }) => body)).toEqual(['{"text":"hi"}']);
  });

  test("follows no redirect", async () => {
    receiver = await startReceiver((response) => void response.writeHead(302, { location: "/other" }).end());
    settings.TELEGRAM_API_URL = new URL(receiver.url).origin;
    const call = { service: "telegram", target: "@shop", secret: { bot: "1:x" }, text: "hi" } as const;
    expect(await callChat(call, NEVER)).toMatchObject({ kind: "refused" });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/bot1:x/sendMessage"]);
  });
});
