/**
 * The node's HTTP server on the loopback address: JSON-RPC, `GET /health` and the sandbox's control
 * calls.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { OrderError } from "./faucet.mjs";
import { createRpc } from "./rpc-server.mjs";
import { SANDBOX_ROUTES } from "./sandbox-routes.mjs";

/** Nodes reject larger requests: batches must stay below. */
const BODY_BYTES_MAX = 50 * 1024;
const KEEP_ALIVE_MS = 60_000;

async function readBody(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    // The remainder is still read: a client in the middle of writing would see a broken connection
    // instead of the response.
    if (length <= BODY_BYTES_MAX) parts.push(part);
  }
  return length > BODY_BYTES_MAX ? null : Buffer.concat(parts).toString("utf8");
}

function answer(response, status, text, type = "application/json; charset=utf-8") {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}

function answerControl(node, handle, text, response) {
  try {
    answer(response, 200, JSON.stringify(handle(node, text === "" ? {} : JSON.parse(text))));
  } catch (error) {
    if (!(error instanceof OrderError || error instanceof SyntaxError)) throw error;
    answer(response, 400, JSON.stringify({ error: error.message }));
  }
}

async function serve(node, rpc, request, response) {
  const path = (request.url ?? "/").split("?")[0];
  const text = await readBody(request);
  if (text === null) return answer(response, 413, "Payload Too Large", "text/plain");
  const handle = SANDBOX_ROUTES[`${request.method} ${path}`];
  if (handle !== undefined) return answerControl(node, handle, text, response);
  if (path === "/health" && request.method === "GET") {
    return answer(response, 200, node.health.slotsBehind === null ? "ok" : "behind", "text/plain");
  }
  if (path.startsWith("/sandbox/")) return answer(response, 404, JSON.stringify({ error: "no such call" }));
  if (request.method !== "POST")
    return answer(response, 405, "Used HTTP Method is not allowed. POST or OPTIONS is required\n", "text/plain");
  if (!(request.headers["content-type"] ?? "").startsWith("application/json")) {
    const sentence = "Supplied content type is not allowed. Content-Type: application/json is required\n";
    return answer(response, 415, sentence, "text/plain");
  }
  answer(response, 200, rpc(text));
}

/** Listens on a port of the loopback address, 0 for a free one. Returns `{ port, close }`. */
export async function listen(node, port) {
  const rpc = createRpc(node);
  const server = createServer((request, response) => {
    serve(node, rpc, request, response).catch((error) => {
      process.stderr.write(`${error.stack}\n`);
      response.destroy();
    });
  });
  // Longer than clients keep an idle connection: closing one just as a client reuses it causes an
  // error.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
