import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fetchJson, RequestFailure } from "@/lib/client/fetch-json";

afterEach(() => vi.unstubAllGlobals());

const NO_ANSWER = "The server does not answer. Check the connection and try again.";

async function failureOf(answer: () => Promise<Response>): Promise<RequestFailure> {
  vi.stubGlobal("fetch", answer);
  const error: unknown = await fetchJson("/api/x", z.object({ a: z.string() })).catch((reason: unknown) => reason);
  if (!(error instanceof RequestFailure)) throw new Error(`no failure for people: ${String(error)}`);
  return error;
}

test("a refusal is said in the server's words, with what belongs to fields", async () => {
  const error = { code: "invalid_request", message: "Check the fields.", fields: { name: "Enter a name." } };
  const { message, status, fields } = await failureOf(async () => Response.json({ error }, { status: 422 }));
  expect([message, status, fields]).toEqual(["Check the fields.", 422, { name: "Enter a name." }]);
});

test("what a proxy answers, or nobody, is said as no answer", async () => {
  expect((await failureOf(async () => new Response("<h1>502</h1>", { status: 502 }))).message).toBe(NO_ANSWER);
  const offline = await failureOf(() => Promise.reject(new TypeError("Failed to fetch")));
  expect([offline.message, offline.status]).toEqual([NO_ANSWER, 0]);
});

test.each([
  ["a network's sign-in page", () => new Response("<h1>Welcome to the hotel</h1>")],
  ["an answer of another version", () => Response.json({ a: 1 })],
])("%s in place of the answer is no success, and never shown as it is", async (_what, answer) => {
  const { message } = await failureOf(async () => answer());
  expect(message).toBe("The answer cannot be read. Load the page again, and look what became of it.");
});
