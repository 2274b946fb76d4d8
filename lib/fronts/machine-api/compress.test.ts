import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compress } from "@/lib/fronts/machine-api/compress";

const TEXT = "Pay with Bitcoin. ".repeat(100);

async function ask(options: { accept?: string; path?: string; headers?: HeadersInit; body?: string | null }) {
  const { accept = "gzip, br", path = "/pay/1", headers = { "content-type": "text/html; charset=utf-8" } } = options;
  const request = new Request(`http://pay.example${path}`, { headers: { "accept-encoding": accept } });
  const body = options.body === undefined ? TEXT : options.body;
  const response = compress(request, new Response(body, { status: 402, headers }));
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("compresses a page for a browser that accepts it, and keeps status and headers", async () => {
  const headers = { "content-type": "text/html", vary: "Cookie", "content-length": "1800" };
  const { response, bytes } = await ask({ headers });
  expect(response.status).toBe(402);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/html",
    "content-encoding": "gzip",
    vary: "Cookie, Accept-Encoding",
  });
  expect(bytes.length).toBeLessThan(TEXT.length / 10);
  expect(gunzipSync(bytes).toString()).toBe(TEXT);
});

test.each(["", "br", "gzip;q=0", "gzip; q=0.0, *"])("does not compress for accept-encoding %j", async (accept) => {
  const { response, bytes } = await ask({ accept });
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(bytes.toString()).toBe(TEXT);
});

test.each(["gzip", "GZIP;q=0.5", "br, *;q=0.1"])("compresses for accept-encoding %j", async (accept) => {
  expect((await ask({ accept })).response.headers.get("content-encoding")).toBe("gzip");
});

test.each([
  ["a response of the machine API", { path: "/v1/payment", headers: { "content-type": "application/json" } }],
  ["an event stream", { headers: { "content-type": "text/event-stream" } }],
  [
    "a response with no-transform",
    { headers: { "content-type": "text/html", "cache-control": "no-store, no-transform" } },
  ],
  ["an image", { headers: { "content-type": "image/png" } }],
  ["an already compressed response", { headers: { "content-type": "text/html", "content-encoding": "br" } }],
  ["a response without a body", { body: null }],
])("does not compress %s", async (_what, options) => {
  const { response, bytes } = await ask(options);
  expect(response.headers.get("content-encoding")).not.toBe("gzip");
  expect(response.headers.get("vary")).toBeNull();
  expect(bytes.toString()).toBe("body" in options ? "" : TEXT);
});
