import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiHandler, toRoute } from "@/lib/fronts/machine-api/api-call";
import { createFront } from "@/lib/fronts/machine-api/front";
import { BODY_BYTES_MAX, readBody } from "@/lib/fronts/machine-api/read-body";
import {
  closeGently,
  createWebServer,
  type PageHandler,
  retire,
  type WebSettings,
} from "@/lib/fronts/machine-api/web-server";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";
import { SECURITY_HEADERS } from "@/lib/kernel/http/security-headers";
import { log } from "@/lib/kernel/log";

let server: Server;
let origin: string;
/** Codes of errors thrown while reading a body. */
let refusals: string[];

async function echo(request: Request): Promise<Response> {
  try {
    const raw = await readBody(request);
    return Response.json(
      { bytes: raw.byteLength, first: raw[0] ?? null },
      { headers: { "cache-control": "no-store" } },
    );
  } catch (error) {
    const code = error instanceof AppError ? error.code : String(error);
    refusals.push(code);
    return Response.json({ code }, { status: code === "body_too_large" ? 413 : 422 });
  }
}

/** The same as an operation of the machine API, which our server calls without a Request. */
const echoCall: ApiHandler = async (call) => {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  const answer = (status: number, value: object) => ({ status, headers, text: JSON.stringify(value) });
  try {
    const raw = await call.readBody();
    return answer(200, { bytes: raw.byteLength, first: raw[0] ?? null, target: call.target });
  } catch (error) {
    const code = error instanceof AppError ? error.code : String(error);
    refusals.push(code);
    return answer(code === "body_too_large" ? 413 : 422, { code });
  }
};

/** Releases the response to /v1/held; set once that was requested. */
let release: (() => void) | null;
const held = () =>
  new Promise<Response>((resolve) => {
    release = () => resolve(Response.json({ is: "held" }));
  });
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

const ECHO = { POST: echo, GET: () => Response.json({ is: "got" }) };
/** The client's address as passed to each front. */
const answerFrom = ({ headers }: Request) => Response.json({ from: headers.get(CLIENT_ADDRESS_HEADER) });
const fail = () => Promise.reject(new Error("the database is away"));
const ROUTES = {
  "/v1/fails": { GET: fail },
  "/v1/echo": ECHO,
  "/v1/call": { POST: toRoute(echoCall) },
  "/v1/held": { GET: held },
  "/v1/from": { GET: answerFrom },
};

beforeEach(async () => {
  refusals = [];
  release = null;
  await serve();
});
afterEach(end);

/** Replaces Next. */
const answerPage: PageHandler = async (request, response) => {
  if (request.url === "*") throw new Error("Invalid URL");
  if (request.url === "/from")
    return void response.end(JSON.stringify({ from: request.headers[CLIENT_ADDRESS_HEADER] }));
  response.end(`page ${request.url}`);
};

async function serve(settings?: WebSettings): Promise<void> {
  server = createWebServer(createFront(ROUTES), answerPage, settings);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
}

function end(): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()).closeAllConnections());
}

const post = (path: string, body: BodyInit) =>
  fetch(`${origin}${path}`, { method: "POST", body, ...(body instanceof ReadableStream && { duplex: "half" }) });
const streamOf = (...parts: Uint8Array<ArrayBuffer>[]) => new Blob(parts).stream();

/** Sends raw bytes and resolves with everything received once `until` matches. */
function exchange(bytes: string, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("latin1").on("error", reject);
    socket.on("data", (part: string) => {
      text += part;
      if (until.test(text)) socket.destroy();
    });
    socket.on("close", () => resolve(text));
  });
}

describe("a path of the machine API", () => {
  test("is answered by its handler, with the security headers of every page and a content length", async () => {
    const response = await post("/v1/echo", "abc");
    expect(await response.json()).toEqual({ bytes: 3, first: 97 });
    for (const { key, value } of SECURITY_HEADERS) expect(response.headers.get(key)).toBe(value);
    expect(response.headers.get("content-length")).toBe("22");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("supports HEAD without a body wherever it supports GET", async () => {
    const response = await fetch(`${origin}/v1/echo`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("that is unknown is rejected with the same headers", async () => {
    const response = await post("/v1/nothing", "abc");
    expect([response.status, await response.json()]).toEqual([404, { state: 1, message: "Not found" }]);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("with an invalid host is a bad request, and the server keeps running", async () => {
    const answer = await exchange("GET /v1/echo HTTP/1.1\r\nhost: a/b\r\n\r\n", /"Bad request"/);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await post("/v1/echo", "abc")).status).toBe(200);
  });
});

test.each(["/v1/%E0%A4%A", "/v1/echo/%", "/pay/%E0%A4%A", "/overview/%zz", "//%ff"])(
  "rejects a path with invalid percent escapes on both fronts: %s",
  async (path) => {
    const answer = await exchange(`GET ${path}?x=1 HTTP/1.1\r\nhost: a\r\n\r\n`, /"Bad request"/);
    expect(answer).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff[\s\S]*\{"state":1,"message":"Bad request"\}$/i,
    );
    expect(await (await fetch(`${origin}/v1/echo?x=%E0%A4%A`)).json()).toEqual({ is: "got" });
  },
);

test("every response of Next has the security headers and cannot be framed, whatever its URL", async () => {
  for (const path of ["/overview", "/pay/7/nothing?embed=1", "/icons/icon.svg"]) {
    const { headers } = await fetch(`${origin}${path}`);
    for (const { key, value } of SECURITY_HEADERS) expect([path, headers.get(key)]).toEqual([path, value]);
  }
});

test("rejects a body sent to a page before Next sees it, and closes the connection", async () => {
  const refused = async (head: string, body: string) => {
    const answer = await exchange(`${head} HTTP/1.1\r\nhost: a\r\n${body}`, /\n\{[^}]*\}$/);
    return /^HTTP\/1\.1 (\d+) [\s\S]*connection: close/i.exec(answer)?.[1];
  };
  const endless = `transfer-encoding: chunked\r\n\r\n${`400\r\n${"a".repeat(1024)}\r\n`.repeat(50)}`;
  const announced = "content-length: 60000000\r\n\r\na";
  for (const body of [endless, announced]) {
    expect(await refused("POST /sign-in", body)).toBe("405");
    expect(await refused("GET /sign-in", body)).toBe("400");
  }
  expect((await fetch(`${origin}/sign-in`, { method: "HEAD" })).status).toBe(200);
  // Paths below /api include next-auth's forms; Next itself responds to unknown ones.
  expect(await (await post("/api/auth/signout", "a=b")).text()).toBe("page /api/auth/signout");
});

test.each(["/v1/echo/", "//v1/echo", "/v1//echo//?x=/"])(
  "ignores extra slashes in an operation's path: %s",
  async (path) => {
    const answer = await exchange(get(path), /"got"/);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"is":"got"\}$/);
  },
);

test("passes an operation its unchanged target; a query that a URL would normalize goes through Request", async () => {
  const target = async (written: string) => (await (await post(written, "a")).json()).target;
  expect(await target("/v1/call?cursor=a%2Bb&x=1")).toBe("/v1/call?cursor=a%2Bb&x=1");
  const answer = await exchange('POST /v1/call?x="y HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\na', /"target"/);
  expect(answer).toContain('"target":"/v1/call?x=%22y"');
});

test("a failing handler is an internal error: 500 and a log entry", async () => {
  const logged = vi.spyOn(log(), "error");
  const response = await fetch(`${origin}/v1/fails`);
  expect([response.status, await response.json()]).toEqual([500, { state: 1, message: "Server error" }]);
  expect(logged).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: "the database is away" }) },
    "a route failed",
  );
});

test("responds to an HTTP/1.0 health check without a host", async () => {
  const answer = await exchange("GET /v1/echo HTTP/1.0\r\n\r\n", /"got"/);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("passes everything else to Next unchanged", async () => {
  expect(await (await fetch(`${origin}/pay/1?x=/v1/echo`)).text()).toBe("page /pay/1?x=/v1/echo");
  expect(await (await post("/api/echo/", "abc")).text()).toBe("page /api/echo/");
});

describe.each(["/v1/echo", "/v1/call"])("a body for %s", (path) => {
  const largest = new Uint8Array(BODY_BYTES_MAX).fill(7);
  const rest = new Uint8Array(1);

  test("arrives byte for byte up to the limit, with a length or chunked", async () => {
    for (const body of [largest, streamOf(largest)])
      expect(await (await post(path, body)).json()).toMatchObject({ bytes: BODY_BYTES_MAX, first: 7 });
  });

  test("beyond the limit is rejected, with a length or chunked", async () => {
    for (const body of [new Uint8Array(BODY_BYTES_MAX + 1), streamOf(largest, rest)])
      expect((await post(path, body)).status).toBe(413);
  });

  test("that ends early because the client disconnected is not an internal error", async () => {
    const request = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc`;
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.end(request));
    await expect.poll(() => refusals).toEqual(["invalid_body"]);
    socket.destroy();
  });

  test("that is not read does not prevent later requests on the connection", async () => {
    const unread = `POST /v1/nothing HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc`;
    const read = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nhi`;
    const answer = await exchange(unread + read, /"first":104/);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"]);
  });
});

test.each(["/v1/echo", "/v1/call"])("responds to pipelined requests in order: %s", async (path) => {
  const requests = ["a", "b", "c"].map(
    (text) => `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\n${text}`,
  );
  const answer = await exchange(requests.join(""), /"first":99/);
  expect([...answer.matchAll(/"first":(\d+)/g)].map(([, byte]) => byte)).toEqual(["97", "98", "99"]);
});

test("keeps an idle connection open for longer than proxies do, and says so in the response", async () => {
  const { headers } = await fetch(`${origin}/v1/echo`);
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

test("responds to a failing page with 500, and the server keeps running", async () => {
  const answer = await exchange("OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n", /\r\n\r\n/);
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect((await post("/v1/echo", "abc")).status).toBe(200);
});

test("responds to a protocol upgrade offer in the current protocol", async () => {
  const offer = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nHTTP2-Settings: AAA";
  const answer = await exchange(`GET /v1/echo HTTP/1.1\r\nhost: a\r\n${offer}\r\n\r\n`, /"got"/);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

describe.each(["/v1/from", "/from"])("the client's address, requested at %s", (path) => {
  const from = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`${origin}${path}`, { headers })).json();

  test("is the socket's, or the one seen by a proxy on this machine; never one that the client claims", async () => {
    expect(await from({})).toEqual({ from: "127.0.0.1" });
    expect(await from({ "x-forwarded-for": "192.0.2.1, 203.0.113.7" })).toEqual({ from: "203.0.113.7" });
    expect(await from({ [CLIENT_ADDRESS_HEADER]: "192.0.2.1" })).toEqual({ from: "127.0.0.1" });
    const twice = `x-chaintill-client: 192.0.2.1\r\nX-Chaintill-Client: 192.0.2.2`;
    const answer = await exchange(`GET ${path} HTTP/1.1\r\nhost: a\r\n${twice}\r\n\r\n`, /"from"/);
    expect(answer).toContain('{"from":"127.0.0.1"}');
  });

  test("is taken from the last of several header lines", async () => {
    const lines = "X-Forwarded-For: 192.0.2.1\r\nx-forwarded-for: 203.0.113.7";
    const answer = await exchange(`GET ${path} HTTP/1.1\r\nhost: a\r\n${lines}\r\n\r\n`, /"from"/);
    expect(answer).toContain('{"from":"203.0.113.7"}');
  });
});

test("warns once about a private proxy that is not in the settings", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const ask = (forwardedFor: string) => fetch(`${origin}/from`, { headers: { "x-forwarded-for": forwardedFor } });
  await ask("203.0.113.7");
  await ask("192.168.1.7");
  expect(warn).not.toHaveBeenCalled();
  await ask("203.0.113.7, 192.168.1.7");
  await ask("203.0.113.7, 192.168.1.7");
  expect(warn).toHaveBeenCalledExactlyOnceWith({ address: "192.168.1.7" }, expect.stringContaining("TRUSTED_PROXIES"));
});

test("sends HSTS on every response of both fronts if the public origin is https, and otherwise on none", async () => {
  const paths = ["/v1/echo", "/v1/fails", "/v1/nothing", "/v1/payment/", "/overview", "*"];
  const told = async () => {
    const answers = paths.map((path) => exchange(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`, /\r\n\r\n/));
    const heads = await Promise.all(answers);
    return heads.map((head) => /^strict-transport-security: (.*)$/im.exec(head)?.[1]?.trim() ?? null);
  };
  vi.spyOn(log(), "error").mockImplementation(() => undefined);
  expect(await told()).toEqual(paths.map(() => null));
  await end();
  await serve({ ...env(), BASE_URL: "https://pay.example" });
  expect(await told()).toEqual(paths.map(() => "max-age=31536000"));
});

describe("a closing server", () => {
  test("completes requests in progress, and closes a busy connection with its next response", async () => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(get("/v1/held")));
    let text = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      text += part;
    });
    await expect.poll(() => release).not.toBeNull();
    const closed = closeGently(server, 60_000);
    socket.write(get("/v1/echo"));
    release?.();
    await closed;
    expect(text.match(/^connection: .*$/gim)).toEqual(["Connection: keep-alive", "Connection: close"]);
  });

  test("answers on an idle connection while it retires, and closes it with the response", async () => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    let text = "";
    socket.on("data", (part) => {
      text += part;
    });
    const get = "GET /v1/echo HTTP/1.1\r\nhost: a\r\n\r\n";
    const headers = () => text.match(/^connection: .*$/gim);
    socket.write(get);
    await expect.poll(headers).toEqual(["Connection: keep-alive"]);
    void retire(server, 1_000);
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.write(get);
    await ended;
    expect(headers()).toEqual(["Connection: keep-alive", "Connection: close"]);
  });

  test("aborts a request that never ends", async () => {
    const stuck = connect(Number(new URL(origin).port), "127.0.0.1", () =>
      stuck.write("POST /v1/echo HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc"),
    );
    const isCut = new Promise((resolve) => stuck.on("error", resolve).on("close", resolve));
    const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
    await expect.poll(count).toBe(1);
    await closeGently(server, 50);
    await isCut;
  });
});
