import { afterEach, describe, expect, test, vi } from "vitest";
import { toResponse } from "@/lib/fronts/machine-api/api-call";
import * as envelope from "@/lib/fronts/machine-api/envelope";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { decimal } from "@/lib/kernel/money/decimal";
import { toWireNumber } from "@/lib/kernel/wire-number";

const failure = (...given: Parameters<typeof envelope.failure>) => toResponse(envelope.failure(...given));
const success = (...given: Parameters<typeof envelope.success>) => toResponse(envelope.success(...given));

afterEach(() => void vi.restoreAllMocks());

describe("an unexpected error", () => {
  test("returns 500 in its own shape, without the cause, with the number of its log entry", async () => {
    const logged = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    const cause = new Error("password=hunter2 at /srv/app/secret.ts");
    const response = failure(cause, "request-1");
    expect(response.status).toBe(500);
    expect(response.headers.get("x-request-id")).toBe("request-1");
    const text = await response.text();
    expect(text).toMatch(/^\{"message":"Server error, #[1-9]\d*","code":500,"error":null\}$/);
    const number = Number(/#(\d+)/.exec(text)?.[1]);
    expect(logged).toHaveBeenCalledExactlyOnceWith({ requestId: "request-1", number, err: cause }, "request failed");
  });

  test("may be anything that can be thrown", async () => {
    vi.spyOn(log(), "error").mockImplementation(() => undefined);
    for (const thrown of [undefined, null, "text", 7, {}, Symbol("x")]) {
      expect(failure(thrown, "r").status).toBe(500);
    }
  });
});

describe("an expected error", () => {
  test("returns its message or the codes of its fields, never both", async () => {
    const refused = failure(new AppError("refused", "Minimum amount 0.5 USDT"), "r");
    expect([refused.status, await refused.json()]).toEqual([422, { state: 1, message: "Minimum amount 0.5 USDT" }]);
    const invalid = failure(new AppError("invalid_request", "x", { fields: { amount: ["validation.required"] } }), "r");
    expect([invalid.status, await invalid.json()]).toEqual([
      422,
      { state: 1, errors: { amount: ["validation.required"] } },
    ]);
  });

  test("says when to retry", () => {
    const response = failure(new AppError("rate_limited", "Too many requests", { retryAfterSeconds: 3 }), "r");
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
  });
});

test("a result keeps every digit of its numbers", async () => {
  const response = success({ balance: toWireNumber(decimal("12345678901234567.89")) }, "r", { hasWireNumbers: true });
  expect(await response.text()).toBe('{"state":0,"result":{"balance":12345678901234567.89}}');
  expect(response.headers.get("cache-control")).toBe("no-store");
});
