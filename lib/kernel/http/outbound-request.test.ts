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

describe("a limited outbound call", () => {
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

  test("accepts an empty 204", async () => {
    const url = await serveHttp((_incoming, answer) => answer.writeHead(204).end());
    expect(await call(url)).toMatchObject({ status: 204, isBodyCut: false });
  });

  test("returns a redirect to the metadata address without following it", async () => {
    let calls = 0;
    const url = await serveHttp((_incoming, answer) => {
      calls++;
      answer.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    });
    expect((await call(url)).status).toBe(302);
    expect(calls).toBe(1);
  });

  test("truncates an endless body at the limit, or rejects it if the whole body is needed", async () => {
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

  test("aborts at the time limit when a server sends headers slowly", async () => {
    const url = await serveTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-slow: 1\r\n"), 50);
      socket.on("close", () => clearInterval(drip));
    });
    // It never pauses for as long as the limit: an idle timeout would read on until there are too
    // many headers.
    expect((await failure(call(url, { timeoutMs: 500 }))).code).toBe("timed_out");
  });

  test("a slow body is accepted by its status if the body is not needed, and rejected if it is", async () => {
    const url = await serveTcp((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nab");
    });
    expect(await call(url, { timeoutMs: 500 })).toMatchObject({ status: 200, isBodyCut: true });
    expect((await failure(call(url, { timeoutMs: 500, longBody: "refuse" }))).code).toBe("timed_out");
  });

  test("aborts at the time limit when a server accepts and sends nothing", async () => {
    const url = await serveTcp(() => undefined);
    expect((await failure(call(url, { timeoutMs: 300 }))).code).toBe("timed_out");
  });

  test("rejects a connection reset after reading", async () => {
    const url = await serveTcp((socket) => socket.resetAndDestroy());
    expect((await failure(call(url))).code).toBe("connection_lost");
  });

  test("distinguishes a refused connection, an invalid response, oversized headers and a TLS failure", async () => {
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

  test("the caller's signal aborts the call", async () => {
    const url = await serveTcp(() => undefined);
    const controller = new AbortController();
    const result = failure(call(url, { signal: controller.signal }));
    controller.abort();
    expect((await result).code).toBe("aborted");
  });
});

describe("the target of an outbound call", () => {
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
  ])("%s is rejected before any connection", async (url) => {
    expect((await failure(call(url, isPublicOnly))).code).toBe("forbidden_target");
  });

  test("is rejected if one of its addresses is private", async () => {
    const resolver: HostResolver = async () => ["93.184.216.34", "10.0.0.1"];
    expect((await failure(call("http://mixed.example/", { ...isPublicOnly, resolver }))).code).toBe("forbidden_target");
  });

  test("is resolved once and called at the checked address, even if a second lookup would differ", async () => {
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

  test("shares a connection only where asked to, and only at the addresses that were checked", async () => {
    const url = await serveHttp((incoming, answer) => answer.end(`${incoming.socket.remotePort}`));
    const name = `http://kept.invalid:${new URL(url).port}/`;
    const at = async (options: Partial<OutboundRequest>, ...addresses: string[]) => {
      const answer = await call(name, { ...options, resolver: async () => addresses });
      // A connection is free a moment after its response.
      await new Promise(setImmediate);
      return answer.body.toString();
    };
    const first = await at({ keepsConnection: true }, "127.0.0.1");
    expect(await at({ keepsConnection: true }, "127.0.0.1")).toBe(first);
    expect(await at({}, "127.0.0.1")).not.toBe(first);
    // Another address listens on no port: the kept connection to the former one is not used.
    await expect(at({ keepsConnection: true }, "127.0.0.2")).rejects.toThrow(OutboundError);
  });

  test("repeats a call once on a new connection if a kept one is lost, and never if it was the first", async () => {
    const answered: number[] = [];
    let isClosing = false;
    const url = await serveHttp((incoming, answer) => {
      answered.push(incoming.socket.remotePort ?? 0);
      // The first connection is cut at its second request.
      if (isClosing && incoming.socket.remotePort === answered[0]) incoming.socket.destroy();
      else answer.end("ok");
    });
    expect((await call(url, { keepsConnection: true })).status).toBe(200);
    await new Promise(setImmediate);
    isClosing = true;
    expect((await call(url, { keepsConnection: true })).body.toString()).toBe("ok");
    expect(answered.length).toBe(3);
    let calls = 0;
    const resetting = await serveHttp((incoming) => {
      calls += 1;
      incoming.socket.destroy();
    });
    expect((await failure(call(resetting, { keepsConnection: true }))).code).toBe("connection_lost");
    expect(calls).toBe(1);
  });

  test("without an address, or with a name server that never responds, is an error within the limit", async () => {
    expect((await failure(call("http://nowhere.invalid/", { resolver: async () => [] }))).code).toBe("host_not_found");
    const never: HostResolver = () => new Promise(() => undefined);
    expect((await failure(call("http://never.invalid/", { resolver: never, timeoutMs: 100 }))).code).toBe("timed_out");
  });
});
