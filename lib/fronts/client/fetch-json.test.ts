import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fetchJson, RequestFailure } from "@/lib/fronts/client/fetch-json";
import { type ReauthKind, registerReauth } from "@/lib/fronts/client/reauth";

afterEach(() => vi.unstubAllGlobals());

const NO_ANSWER = "The server does not respond. Check your connection and try again.";

async function failureOf(answer: () => Promise<Response>): Promise<RequestFailure> {
  vi.stubGlobal("fetch", answer);
  const error: unknown = await fetchJson("/api/x", z.object({ a: z.string() })).catch((reason: unknown) => reason);
  if (!(error instanceof RequestFailure)) throw new Error(`no failure for people: ${String(error)}`);
  return error;
}

test("names the page's merchant in every request, and none on a page without one", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(init.headers);
    return Response.json({});
  });
  await fetchJson("/api/x", z.object({}), { method: "POST", body: {} });
  const frame = { getAttribute: (name: string) => (name === "data-merchant" ? "shop-1" : null) };
  vi.stubGlobal("document", { querySelector: (selector: string) => (selector === "[data-merchant]" ? frame : null) });
  await fetchJson("/api/x", z.object({}), { method: "POST", body: {} });
  await fetchJson("/api/x", z.object({}), { method: "POST", file: "a" });
  expect(sent).toEqual([
    { "content-type": "application/json" },
    { "content-type": "application/json", "x-merchant": "shop-1" },
    { "content-type": "application/octet-stream", "x-merchant": "shop-1" },
  ]);
});

test("retries a request after reauthentication for the merchant that it was first sent for", async () => {
  let shown = "shop-1";
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => shown }) });
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: { headers: Record<string, string> }) => {
    sent.push(init.headers["x-merchant"]);
    return sent.length > 1 ? Response.json({}) : Response.json({}, { status: 401 });
  });
  const stop = registerReauth(async () => {
    shown = "shop-2";
    return true;
  });
  await fetchJson("/api/x", z.object({}), { method: "POST", body: {} });
  expect(sent).toEqual(["shop-1", "shop-1"]);
  stop();
});

test("reports the server's error message and its field errors", async () => {
  const error = { code: "invalid_request", message: "Check the fields.", fields: { name: "Enter a name." } };
  const { message, status, fields } = await failureOf(async () => Response.json({ error }, { status: 422 }));
  expect([message, status, fields]).toEqual(["Check the fields.", 422, { name: "Enter a name." }]);
});

test("treats a proxy's response and a network failure as no response", async () => {
  expect((await failureOf(async () => new Response("<h1>502</h1>", { status: 502 }))).message).toBe(NO_ANSWER);
  const offline = await failureOf(() => Promise.reject(new TypeError("Failed to fetch")));
  expect([offline.message, offline.status]).toEqual([NO_ANSWER, 0]);
});

test.each([
  ["a captive portal page", () => new Response("<h1>Welcome to the hotel</h1>")],
  ["a response of another version", () => Response.json({ a: 1 })],
])("%s in place of the response is a failure, and its text is never shown", async (_what, answer) => {
  const { message } = await failureOf(async () => answer());
  expect(message).toBe("The response could not be read. Reload the page to check the result.");
});

/** Rejects requests until the user has reauthenticated. */
function refusing(status: number, code: string) {
  const asked: ReauthKind[] = [];
  let isShown = false;
  let requests = 0;
  vi.stubGlobal("window", { location: { pathname: "/invoices", search: "?q=a", assign: vi.fn() } });
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return isShown ? Response.json({ a: "done" }) : Response.json({ error: { code, message: "No." } }, { status });
  });
  const answer = (isWilling: boolean) =>
    registerReauth(async (what) => {
      asked.push(what);
      await new Promise((resolve) => setTimeout(resolve));
      isShown = isWilling;
      return isWilling;
    });
  return { asked, answer, requests: () => requests };
}

const ask = () => fetchJson("/api/x", z.object({ a: z.string() }), { method: "POST", body: { typed: "text" } });

test.each([
  [401, "signed_out", "sign-in"],
  [403, "confirmation_needed", "confirm"],
] as const)("after %d %s prompts once for all rejected requests, and retries each", async (status, code, what) => {
  const server = refusing(status, code);
  const stop = server.answer(true);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ a: "done" }, { a: "done" }, { a: "done" }]);
  expect([server.asked, server.requests()]).toEqual([[what], 6]);
  stop();
});

test("redirects a user who declines to sign in to the sign-in page, which leads back", async () => {
  const server = refusing(401, "signed_out");
  const stop = server.answer(false);
  await expect(ask()).rejects.toMatchObject({ code: "signed_out" });
  expect(window.location.assign).toHaveBeenCalledExactlyOnceWith("/sign-in?return=%2Finvoices%3Fq%3Da");
  expect(server.requests()).toBe(1);
  stop();
});

test("keeps a user who declines to confirm on the page, and reports the error", async () => {
  const server = refusing(403, "confirmation_needed");
  const stop = server.answer(false);
  await expect(ask()).rejects.toMatchObject({ code: "confirmation_needed", status: 403 });
  expect(window.location.assign).not.toHaveBeenCalled();
  stop();
});

test("requests of the dialogs themselves never open a dialog", async () => {
  const server = refusing(401, "signed_out");
  const stop = server.answer(true);
  const bare = fetchJson("/api/x", z.object({}), { mayAskAgain: false });
  await expect(bare).rejects.toMatchObject({ code: "signed_out" });
  expect(server.asked).toEqual([]);
  stop();
});
