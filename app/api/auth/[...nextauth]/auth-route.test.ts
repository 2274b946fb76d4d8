import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route.next";
import { env } from "@/lib/kernel/env";

/** Mock of next-auth that records what it receives. */
const { seen } = vi.hoisted(() => ({ seen: vi.fn() }));
vi.mock("next-auth", () => ({
  default: () => async (request: Request) => {
    seen(request.method, new URL(request.url).pathname, await request.text());
    return new Response("next-auth");
  },
}));
vi.mock("@/lib/fronts/dashboard/auth-providers", () => ({ authOptions: () => ({}) }));
afterAll(() => {
  vi.doUnmock("next-auth");
  vi.doUnmock("@/lib/fronts/dashboard/auth-providers");
});
beforeEach(() => seen.mockClear());

const FORM = { origin: env().BASE_URL, "content-type": "application/x-www-form-urlencoded" };

async function ask(method: "GET" | "POST", action: string, sent: RequestInit = {}) {
  const request = new Request(`${env().BASE_URL}/api/auth/${action}`, { method, headers: FORM, ...sent });
  const context = { params: Promise.resolve({ nextauth: action.split("/") }) };
  return (await (method === "GET" ? GET : POST)(request, context)).status;
}

/** A chunked body without a Content-Length, and the number of chunks read from it. */
function streamed(pieces: number) {
  let taken = 0;
  const body = new ReadableStream({
    pull(controller) {
      taken += 1;
      controller.enqueue(new Uint8Array(1024).fill(97));
      if (taken === pieces) controller.close();
    },
  });
  return { sent: { body, duplex: "half" } as RequestInit, taken: () => taken };
}

test("what the pages use goes to next-auth with its body", async () => {
  for (const action of ["csrf", "providers"]) expect(await ask("GET", action)).toBe(200);
  for (const action of ["signout", "callback/credentials", "callback/second-step", "callback/passkey"])
    expect(await ask("POST", action, { body: "a=b" })).toBe(200);
  expect(seen.mock.calls.at(0)).toEqual(["GET", "/api/auth/csrf", ""]);
  expect(seen.mock.calls.at(-1)).toEqual(["POST", "/api/auth/callback/passkey", "a=b"]);
  expect(seen).toHaveBeenCalledTimes(6);
});

test.each([
  ["POST", "_log"],
  ["POST", "session"],
  ["GET", "session"],
  ["GET", "signin"],
  ["POST", "signin/credentials"],
  ["GET", "signout"],
  ["GET", "error"],
  ["GET", "verify-request"],
  ["GET", "callback/credentials"],
  ["POST", "callback/github"],
  ["POST", "callback"],
  ["POST", "csrf"],
  ["POST", "constructor"],
] as const)("endpoints that the pages do not use do not exist: %s %s", async (method, action) => {
  expect([await ask(method, action, method === "POST" ? { body: "a=b" } : {}), seen.mock.calls]).toEqual([404, []]);
});

test("reads a body of 16 KB and refuses a longer one before next-auth sees it, with or without a Content-Length", async () => {
  const action = "callback/credentials";
  expect(await ask("POST", action, { body: "a".repeat(16 * 1024) })).toBe(200);
  expect(await ask("POST", action, { ...streamed(16).sent })).toBe(200);
  seen.mockClear();
  expect(await ask("POST", action, { body: "a".repeat(16 * 1024 + 1) })).toBe(413);
  const endless = streamed(60_000);
  expect(await ask("POST", action, endless.sent)).toBe(413);
  expect(endless.taken()).toBeLessThan(20);
  const lying = streamed(60_000);
  const headers = { ...FORM, "content-length": "62914560" };
  expect(await ask("POST", action, { ...lying.sent, headers })).toBe(413);
  expect([lying.taken(), seen.mock.calls]).toEqual([expect.toSatisfy((count: number) => count < 3), []]);
});

test("refuses a change from another site, or one that is not a form, before reading any of it", async () => {
  const { sent, taken } = streamed(5);
  expect(await ask("POST", "signout", { ...sent, headers: { ...FORM, origin: "https://evil.example" } })).toBe(403);
  const json = { ...FORM, "content-type": "application/json" };
  expect(await ask("POST", "signout", { body: "{", headers: json })).toBe(422);
  expect([taken(), seen.mock.calls]).toEqual([expect.toSatisfy((count: number) => count < 3), []]);
});
