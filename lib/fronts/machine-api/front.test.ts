import { describe, expect, test } from "vitest";
import { createFront } from "@/lib/fronts/machine-api/front";

const says = (text: string) => (request: Request) =>
  new Response(`${text} ${request.method} ${new URL(request.url).search}`.trim());
const tells =
  (name: string) =>
  async (_request: Request, { params }: { params: Promise<Record<string, string>> }) =>
    new Response(`${name} ${JSON.stringify(await params)}`);
const front = createFront({
  "/v1/payment": { POST: says("payment"), dynamic: "force-dynamic" },
  "/v1/payment/list": { POST: says("list") },
  "/v1/payment/[anything]": { GET: says("anything") },
  "/v1/exchange-rate/[currency]/list": { GET: says("rates"), HEAD: undefined },
  "/v2/payment/resend": { POST: says("resend"), OPTIONS: says("options") },
  "/api/webhooks/[id]/[part]": { GET: tells("part") },
  "/api/webhooks/test/[id]": { GET: tells("test") },
});

async function ask(method: string, path: string) {
  const response = await front.answer(new Request(`http://shop.example${path}`, { method }));
  return { status: response.status, allow: response.headers.get("allow"), text: await response.text(), response };
}

test.each([
  ["POST", "/v1/payment", "payment POST"],
  ["POST", "/v1/payment?cursor=a%20b", "payment POST ?cursor=a%20b"],
  ["POST", "/v1/payment/list", "list POST"],
  ["POST", "/v2/payment/resend", "resend POST"],
  ["GET", "/v1/exchange-rate/BTC/list", "rates GET"],
  ["GET", "/v1/exchange-rate/a%2Fb/list", "rates GET"],
  ["HEAD", "/v1/exchange-rate/BTC/list", "rates HEAD"],
  ["OPTIONS", "/v2/payment/resend", "options OPTIONS"],
  ["POST", "/v1/payment/list/", "list POST"],
  ["POST", "//v1/payment/list", "list POST"],
  ["POST", "/v1//payment///list?x=//", "list POST ?x=//"],
])("routes %s %s to that path's handler, a literal before a parameter", async (method, path, text) => {
  expect(await ask(method, path)).toMatchObject({ status: 200, text });
});

test.each([
  ["/api/webhooks/test/7", 'test {"id":"7"}'],
  ["/api/webhooks/8/resend", 'part {"id":"8","part":"resend"}'],
  ["/api/webhooks/a%2Fb/%zz", 'part {"id":"a/b","part":"%zz"}'],
])("passes the handler of %s the decoded path parameters, and prefers a literal", async (path, text) => {
  expect(await ask("GET", path)).toMatchObject({ status: 200, text });
});

test.each([
  "/v1/nothing",
  "/v1/PAYMENT",
  "/v1/pay%6Dent",
  "/v1/payment/list/more",
  "/v1/exchange-rate/list",
  "/v3/payment",
  "/v1/__proto__",
  "/v1",
  "/v1/",
  "//v1//nothing/",
])("responds to a path without a route with 404 in the API's own shape: %s", async (path) => {
  const { status, text, response } = await ask("POST", path);
  expect([status, JSON.parse(text)]).toEqual([404, { state: 1, message: "Not found" }]);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["GET", "/v1/payment", "OPTIONS, POST"],
  ["HEAD", "/v1/payment", "OPTIONS, POST"],
  ["PUT", "/v1/exchange-rate/BTC/list", "GET, HEAD, OPTIONS"],
])("responds to %s %s with 405 and the path's methods", async (method, path, allow) => {
  expect(await ask(method, path)).toMatchObject({
    status: 405,
    allow,
    text: '{"state":1,"message":"Method not allowed"}',
  });
});

test("OPTIONS returns a path's methods", async () => {
  expect(await ask("OPTIONS", "/v1/payment")).toMatchObject({ status: 204, allow: "OPTIONS, POST", text: "" });
});

describe("of all requests to the web process it takes", () => {
  test.each([
    "/v1",
    "/v1/",
    "/v1/payment",
    "/v1/payment/",
    "/v1//payment",
    "//v1/payment",
    "/v1/payment?x=//",
    "/v1/nothing",
    "/v2/x",
    "/v1/%",
  ])("%s", (target) => {
    expect(front.takes(target)).toBe(true);
  });

  test.each([
    "/",
    "/v1/../api/rpc/keys.list",
    "//v1/../api/rpc/keys.list",
    "//api/webhooks/8/resend",
    "/api/webhooks/8/resend/",
    "/v1/./payment",
    "/v1/%2e%2e/api/rpc/keys.list",
    "/v1/.%2E/payment",
    "/v1/%2e/payment",
    "/v1/..",
    "/v1\\payment",
    "/V1/payment",
    "/v1x/payment",
    "/api/rpc/keys.list",
    "/pay/1?next=/v1/payment",
    "*",
    "http://shop.example/v1/payment",
  ])("not %s, which Next handles", (target) => {
    expect(front.takes(target)).toBe(false);
  });
});
