import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { OutboundError } from "@/lib/kernel/http/outbound-error";
import { type OutboundRequest, outboundRequest } from "@/lib/kernel/http/outbound-request";
import type { HostResolver } from "@/lib/kernel/http/resolve-target";

const servers: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server | TcpServer, host = "127.0.0.1"): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

const serveHttp = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/`;

const serveTcp = async (onData: (socket: Socket) => void): Promise<string> => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => onData(socket));
  });
  return `http://127.0.0.1:${await listen(server)}/`;
};

const call = (url: string, options: Partial<OutboundRequest> = {}) =>
  outboundRequest({
    url,
    method: "POST",
    body: "{}",
    timeoutMs: 5_000,
    responseBytesMax: 2_048,
    longBody: "cut",
    allowPrivate: true,
    ...options,
  });

async function failure(promise: Promise<unknown>): Promise<OutboundError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

describe("a bounded call out", () => {
  test("sends method, headers and body as given and returns status, headers and body", async () => {
    const url = await serveHttp(async (incoming, answer) => {
      const received: Buffer[] = [];
      for await (const part of incoming) received.push(part as Buffer);
      answer.writeHead(201, { "X-Kind": incoming.headers["x-kind"] });
      answer.end(`${incoming.method} ${incoming.url} ${Buffer.concat(received).toString()}`);
    });
    const answer = await call(`${url}hook?a=1`, { headers: { "x-kind": "test" }, body: '{"a":"ж"}' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("x-kind")).toBe("test");
    expect(answer.body.toString()).toBe('POST /hook?a=1 {"a":"ж"}');
    expect(answer.isBodyCut).toBe(false);
  });

  test("an empty 204 is an answer", async () => {
    const url = await serveHttp((_incoming, answer) => answer.writeHead(204).end());
    expect(await call(url)).toMatchObject({ status: 204, isBodyCut: false });
  });

  test("a redirect to the metadata address is returned and not followed", async () => {
    let calls = 0;
    const url = await serveHttp((_incoming, answer) => {
      calls++;
      answer.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    });
    expect((await call(url)).status).toBe(302);
    expect(calls).toBe(1);
  });

  test("an endless body is cut at the limit, or refused where the whole is needed", async () => {
    const url = await serveHttp((_incoming, answer) => {
      answer.writeHead(200);
      const more = () => {
        while (!answer.destroyed && answer.write("x".repeat(1_000)));
      };
      answer.on("drain", more);
      more();
    });
    const cut = await call(url);
    expect(cut).toMatchObject({ status: 200, isBodyCut: true });
    expect(cut.body.length).toBe(2_048);
    expect((await failure(call(url, { longBody: "refuse" }))).code).toBe("response_too_large");
  });

  test("a server that drips its headers is given up at the time limit", async () => {
    const url = await serveTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-slow: 1\r\n"), 50);
      socket.on("close", () => clearInterval(drip));
    });
    // It never pauses for as long as the limit: what waits for a silence reads on until there are
    // too many headers.
    expect((await failure(call(url, { timeoutMs: 500 }))).code).toBe("timed_out");
  });

  test("a body that drips counts by its status when the body does not matter, and fails when it does", async () => {
    const url = await serveTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nab");
    });
    expect(await call(url, { timeoutMs: 500 })).toMatchObject({ status: 200, isBodyCut: true });
    expect((await failure(call(url, { timeoutMs: 500, longBody: "refuse" }))).code).toBe("timed_out");
  });

  test("a server that accepts and stays silent is given up at the time limit", async () => {
    const url = await serveTcp(() => undefined);
    expect((await failure(call(url, { timeoutMs: 300 }))).code).toBe("timed_out");
  });

  test("a connection reset after reading is an error", async () => {
    const url = await serveTcp((socket) => socket.resetAndDestroy());
    expect((await failure(call(url))).code).toBe("connection_lost");
  });

  test("a refused connection, garbage, oversized headers and a TLS failure are told apart", async () => {
    const url = await serveHttp(() => undefined);
    const closed = servers.pop();
    await new Promise((resolve) => closed?.close(resolve));
    expect((await failure(call(url))).code).toBe("connect_failed");
    const garbage = await serveTcp((socket) => socket.end("not http at all\r\n\r\n"));
    expect((await failure(call(garbage))).code).toBe("bad_response");
    const bigHeader = await serveTcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}\r\n\r\n`));
    expect((await failure(call(bigHeader))).code).toBe("bad_response");
    const plain = await serveTcp((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await failure(call(plain.replace("http:", "https:")))).code).toBe("tls_failed");
  });

  test("the caller's signal ends the call", async () => {
    const url = await serveTcp(() => undefined);
    const controller = new AbortController();
    const result = failure(call(url, { signal: controller.signal }));
    controller.abort();
    expect((await result).code).toBe("aborted");
  });
});

describe("the target of a call out", () => {
  const isPublicOnly = { allowPrivate: false } as const;

  test.each([
    "http://127.0.0.1:8080/",
    "http://2130706433:8080/",
    "http://017700000001/",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/latest",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://0/",
  ])("%s is refused before any connection", async (url) => {
    expect((await failure(call(url, isPublicOnly))).code).toBe("forbidden_target");
  });

  test("one private address among public ones refuses the host", async () => {
    const resolver: HostResolver = async () => ["93.184.216.34", "10.0.0.1"];
    expect((await failure(call("http://mixed.example/", { ...isPublicOnly, resolver }))).code).toBe("forbidden_target");
  });

  test("a name that would answer differently the second time is asked once, and the checked address is called", async () => {
    const url = await serveHttp((incoming, answer) => answer.end(incoming.headers.host));
    let asked = 0;
    const resolver: HostResolver = async () => {
      asked++;
      return asked === 1 ? ["127.0.0.1"] : ["192.0.2.1"];
    };
    const port = new URL(url).port;
    const answer = await call(`http://rebind.invalid:${port}/`, { resolver });
    expect(answer.body.toString()).toBe(`rebind.invalid:${port}`);
    expect(asked).toBe(1);
  });

  test("a host without an address, and one whose name server never answers, are errors within the limit", async () => {
    expect((await failure(call("http://nowhere.invalid/", { resolver: async () => [] }))).code).toBe("host_not_found");
    const never: HostResolver = () => new Promise(() => undefined);
    expect((await failure(call("http://never.invalid/", { resolver: never, timeoutMs: 100 }))).code).toBe("timed_out");
  });
});
