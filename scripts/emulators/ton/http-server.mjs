/**
 * The HTTP server: finds the route, parses the query and the JSON body, and writes responses and
 * errors as each version of the API does.
 */
import { createServer } from "node:http";
import { accountRoutes } from "./account-routes.mjs";
import { blockRoutes } from "./block-routes.mjs";
import { RequestError } from "./errors.mjs";
import { sandboxRoutes } from "./sandbox-routes.mjs";
import { traceRoutes } from "./trace-routes.mjs";
import { transactionRoutes } from "./transaction-routes.mjs";
import { versionTwoRoutes } from "./version-two-routes.mjs";
import { walletRoutes } from "./wallet-routes.mjs";

const BODY_BYTES_MAX = 1_000_000;
const CHAIN_ROUTES = {
  ...blockRoutes,
  ...transactionRoutes,
  ...traceRoutes,
  ...accountRoutes,
  ...walletRoutes,
  ...versionTwoRoutes,
};

async function readBody(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_BYTES_MAX) throw new RequestError(413, "Request Entity Too Large");
    parts.push(part);
  }
  if (size === 0) return {};
  try {
    const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (body !== null && typeof body === "object") return body;
  } catch {
    // Falls through to the same error.
  }
  throw new RequestError(422, "failed to parse the body as a JSON object");
}

function findRoute(node, name) {
  const sandbox = sandboxRoutes[name];
  if (sandbox) return (_query, body) => sandbox(node, body);
  const route = CHAIN_ROUTES[name];
  return route && ((query, body) => route(node.chain, query, body));
}

/** Returns `{ status, body }` of one request. */
async function respond(node, request, { pathname, searchParams }) {
  const route = findRoute(node, `${request.method} ${pathname}`);
  if (route === undefined) throw new RequestError(404, `Cannot ${request.method} ${pathname}`);
  const body = await readBody(request);
  const result = await node.exclusive(() => route(searchParams, body));
  if (request.method === "POST") node.noticeChange();
  return result;
}

async function answer(node, request, response) {
  const url = new URL(request.url, "http://emulator");
  const isVersionTwo = url.pathname.startsWith("/api/v2/");
  const send = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    const result = await respond(node, request, url);
    send(200, isVersionTwo ? { ok: true, result } : result);
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 500;
    if (status === 500 && !(error instanceof RequestError)) console.error(error);
    send(status, isVersionTwo ? { ok: false, error: error.message, code: status } : { error: error.message });
  }
}

/** Creates an HTTP server for the node; it does not listen yet. */
export function createHttpServer(node) {
  return createServer((request, response) => void answer(node, request, response));
}
