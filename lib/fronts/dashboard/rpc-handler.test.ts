import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { anonymous, type Gate } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";
import { createRpcHandler } from "@/lib/fronts/dashboard/rpc-handler";
import { BODY_BYTES_MAX } from "@/lib/fronts/dashboard/session-endpoint";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";

afterEach(() => {
  vi.restoreAllMocks();
  done.length = 0;
});

const done: unknown[] = [];
const amount = z.string().regex(/^\d+$/, "Enter an amount.");
const closed: Gate<object> = {
  name: "closed",
  admit: () => Promise.reject(new AppError("forbidden", "Not you.")),
};
const probes = router({
  read: operation(anonymous())
    .input(z.object({ amount: amount.optional() }))
    .output(z.object({ amount: z.string() }))
    .query(({ input }) => ({ amount: input.amount ?? "none" })),
  change: operation(anonymous())
    .input(z.object({ amount }))
    .output(z.object({ isDone: z.boolean() }))
    .mutation(({ ctx, input }) => {
      done.push(input);
      ctx.setCookie({ name: "a", value: "1", path: "/", httpOnly: true, secure: true, sameSite: "lax" });
      if (input.amount === "13")
        throw new AppError("refused", "Not thirteen.", { fields: { amount: ["Not thirteen."] } });
      return { isDone: true, secret: "s3cret" };
    }),
  closed: operation(closed)
    .input(z.object({ amount }))
    .output(z.object({}))
    .mutation(() => ({})),
  fails: router({
    byAnswer: operation(anonymous())
      .output(z.object({ isDone: z.literal(true) }))
      .query(() => ({ isDone: "s3cret" }) as never),
    bySchema: operation(anonymous())
      .output(z.object({}))
      .query(() => z.object({ inside: z.string() }).parse({}) as never),
    byBug: operation(anonymous())
      .output(z.object({}))
      .query(() => Promise.reject(new Error("s3cret"))),
  }),
});
const answer = createRpcHandler(probes);

type TestRequest = { method?: string; origin?: string | null; body?: BodyInit; headers?: Record<string, string> };

function ask(address: string, { method = "GET", origin = env().BASE_URL, body, headers = {} }: TestRequest = {}) {
  const url = new URL(`/api/rpc/${address}`, env().BASE_URL);
  const sent = { ...headers, ...(origin !== null && { origin }) };
  const stream = body instanceof ReadableStream ? { duplex: "half" as const } : {};
  const request = new Request(url, { method, headers: sent, ...(body !== undefined && { body }), ...stream });
  return answer(request, { params: Promise.resolve({ operation: url.pathname.slice("/api/rpc/".length) }) });
}
const change = (body: BodyInit, rest: TestRequest = {}) => ask("change", { method: "POST", body, ...rest });
const told = async (response: Response) => [response.status, await response.json()];

test("accepts a query by GET with its search and a mutation by POST with its body; the response matches its schema and is not cached", async () => {
  expect(await told(await ask("read?amount=7&merchant=m", { origin: null }))).toEqual([200, { amount: "7" }]);
  const response = await change('{"amount":"7"}');
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("set-cookie")).toContain("a=1");
  expect(await told(response)).toEqual([200, { isDone: true }]);
  expect(done.splice(0)).toEqual([{ amount: "7" }]);
});

test("rejects a mutation from another or no origin before reading anything", async () => {
  for (const origin of ["https://evil.example", "null", null])
    expect([origin, (await change('{"amount":"7"}', { origin })).status]).toEqual([origin, 403]);
  expect(done).toEqual([]);
});

test.each([
  ["a mutation by GET", "change?amount=7", {}],
  ["a query by POST", "read", { method: "POST", body: "{}" }],
  ["a method override in the URL", "change?amount=7&_method=POST", {}],
  ["a method override in a header", "change?amount=7", { headers: { "x-http-method-override": "POST" } }],
  ["a batch of calls", "change,change?batch=1", { method: "POST", body: '{"0":{"amount":"7"},"1":{"amount":"8"}}' }],
  ["part of an operation's name", "fails", {}],
  ["the name of an object's constructor", "constructor", {}],
  ["the name of an object's prototype", "__proto__", {}],
])("%s is not an operation", async (_, address, asked) => {
  const error = { code: "not_found", message: "Operation not found." };
  expect(await told(await ask(address, asked))).toEqual([404, { error }]);
  expect(done).toEqual([]);
});

test("reports invalid input by field, and does not call the domain", async () => {
  const error = { code: "invalid_request", message: "Enter an amount.", fields: { amount: "Enter an amount." } };
  expect(await told(await change('{"amount":"-1"}'))).toEqual([422, { error }]);
  for (const body of ["{", "[]", "null", '"text"', ""]) expect((await change(body)).status).toBe(422);
  expect(done).toEqual([]);
});

test("reads a body up to its limit, announced or not, and only for callers that the gate admits", async () => {
  const large = `{"amount":"${"1".repeat(BODY_BYTES_MAX)}"}`;
  expect((await change(large)).status).toBe(413);
  expect((await change(new Blob([large]).stream())).status).toBe(413);
  let isRead = false;
  const look = () => {
    isRead = true;
  };
  const unread = new ReadableStream({ pull: look }, { highWaterMark: 0 });
  expect(await told(await ask("closed", { method: "POST", body: unread }))).toEqual([
    403,
    { error: { code: "forbidden", message: "Not you." } },
  ]);
  expect(isRead).toBe(false);
});

test("keeps code, message and fields of a domain error, and sets no cookie", async () => {
  const response = await change('{"amount":"13"}');
  const error = { code: "refused", message: "Not thirteen.", fields: { amount: "Not thirteen." } };
  expect([response.headers.get("set-cookie"), ...(await told(response))]).toEqual([null, 422, { error }]);
});

test.each(["fails.byAnswer", "fails.bySchema", "fails.byBug"])(
  "%s is an internal error: 500, a log entry, and only its reference in the response",
  async (name) => {
    const logged = vi.spyOn(log(), "error").mockImplementation(() => undefined);
    const response = await ask(name);
    const text = await response.text();
    expect([response.status, text.includes("s3cret")]).toEqual([500, false]);
    const { id } = (logged.mock.calls[0]?.[0] ?? {}) as { id?: string };
    expect(JSON.parse(text)).toEqual({
      error: { code: "internal", message: `Something went wrong on our side. Reference: ${id}` },
    });
  },
);
