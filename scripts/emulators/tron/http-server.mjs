/**
 * The HTTP server: JSON requests and responses, one request at a time, since each may read or
 * change the one machine behind it.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { isInteger, parse, stringify } from "lossless-json";

const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Integers become bigints: an amount may exceed the precision of a float. */
function parseJson(text) {
  return parse(text, undefined, (number) => (isInteger(number) ? BigInt(number) : Number(number)));
}

async function readBody(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new Error(`body size is too big, the limit is ${BODY_BYTES_MAX}`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Reads a query, a JSON body, or a form body: java-tron accepts all three. */
async function readRequest(request, url) {
  const query = Object.fromEntries(url.searchParams);
  if (request.method === "GET") return query;
  const body = await readBody(request);
  if (body === "") return query;
  if (body.trimStart().startsWith("{")) return parseJson(body);
  return Object.fromEntries(new URLSearchParams(body));
}

async function answer(request, { handlers, queue }) {
  const url = new URL(request.url, "http://127.0.0.1");
  const handler = handlers.get(url.pathname.replace(/\/$/, ""));
  const isControl = url.pathname.startsWith("/sandbox/");
  if (handler === undefined) return [404, { Error: `no such path: ${url.pathname}` }];
  try {
    const body = await readRequest(request, url);
    return [200, await queue(() => handler(body, String(body.visible ?? false) === "true"))];
  } catch (error) {
    // java-tron responds 200 to failed requests; the sandbox's own paths do not.
    return [isControl ? 400 : 200, { Error: `class java.lang.Exception : ${error.message}` }];
  }
}

/** Serves `handlers` (by path) on the loopback address. Returns `{ port, stop }`. */
export async function startHttpServer({ port, handlers, queue }) {
  const server = createServer((request, response) => {
    answer(request, { handlers, queue })
      .then(([status, body]) => {
        response.writeHead(status, { "content-type": "application/json;charset=utf-8" }).end(stringify(body));
      })
      .catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
