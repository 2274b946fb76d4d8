/**
 * Pays from the wallet of a sandbox node that, unlike the emulators, has no such call of its own.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { findFreePort } from "../ports.mjs";

const BODY_BYTES_MAX = 16 * 1024;
const UNITS = /^\d{1,20}$/;

/** A payment that cannot be carried out; the message is for the caller. */
class OrderError extends Error {}

async function readBody(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > BODY_BYTES_MAX) throw new OrderError("the order is too long");
    parts.push(part);
  }
  if (length === 0) return {};
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    throw new OrderError("the order is no JSON");
  }
}

function readOutput(order) {
  const outputs = order?.outputs;
  if (!Array.isArray(outputs) || outputs.length !== 1) throw new OrderError("outputs must be a list of one");
  const [{ to, contract = null, units } = {}] = outputs;
  if (typeof to !== "string" || to === "") throw new OrderError("to must be an address");
  if (contract !== null) throw new OrderError("this chain has no tokens: contract must be null");
  if (typeof units !== "string" || !UNITS.test(units)) throw new OrderError("units must be digits in a text");
  return { to, units: BigInt(units) };
}

async function carryOut(request, routes) {
  const route = routes[`${request.method} ${request.url}`];
  if (route === undefined) return [404, { error: "no such call" }];
  try {
    return [200, await route(await readBody(request))];
  } catch (error) {
    // A node that responds at all has rejected this payment; one that does not is down.
    const isAway = error.name === "TimeoutError" || error.cause !== undefined;
    return [isAway ? 503 : 400, { error: error.message }];
  }
}

/**
 * Serves `POST /sandbox/send {outputs:[{to, contract: null, units}]}` on the loopback address: one
 * output per transaction, `units` base units as text. Responds `{transactionId}`, or `{error}` with
 * status 400. `routes` are further calls, by method and path.
 *
 * Returns `{ port, payUrl, stop }`.
 */
export async function startPayServer({ port: preferred, send, routes = {} }) {
  const sendOne = async (order) => ({ transactionId: await send(readOutput(order)) });
  const all = { ...routes, "POST /sandbox/send": sendOne };
  const server = createServer((request, response) => {
    carryOut(request, all)
      .then(([status, body]) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  });
  server.listen(await findFreePort(preferred), "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  return {
    port,
    payUrl: `http://127.0.0.1:${port}/sandbox/send`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
