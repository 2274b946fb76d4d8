import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A batch is a call named `batch` that contains the calls. */
export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/**
 * What the proxy does with a call instead of forwarding it: answer, refuse, disconnect before or
 * after the node has acted ("accepts and answers an error"), delay, or change the node's answer.
 * Null forwards it.
 */
export type Interception =
  | { readonly kind: "answer"; readonly result: unknown }
  | { readonly kind: "refuse"; readonly message: string; readonly status?: number }
  | { readonly kind: "cut" }
  | { readonly kind: "cut-after" }
  | { readonly kind: "hang" }
  | { readonly kind: "change"; readonly change: (result: unknown) => Promise<unknown> };

export type RpcProxy = {
  readonly url: string;
  readonly port: number;
  /** The received calls, newest last. */
  readonly calls: RpcCall[];
  /** Replaces the rule for all further calls. */
  readonly intercept: (rule: (call: RpcCall) => Interception | null) => void;
  /** Forwards all further calls to another node, as after a restart or behind a load balancer. */
  readonly retarget: (targetUrl: string) => void;
  readonly stop: () => Promise<void>;
};

/**
 * Starts a proxy in front of a healthy node that misbehaves on command.
 *
 * @param host another loopback address counts as another host
 */
export async function startRpcProxy(targetUrl: string, host = "127.0.0.1"): Promise<RpcProxy> {
  const calls: RpcCall[] = [];
  let target = targetUrl;
  let rule: (call: RpcCall) => Interception | null = () => null;
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const sent = JSON.parse(body) as (RpcCall & { id: unknown }) | readonly RpcCall[];
    const call = "method" in sent ? sent : { method: "batch", params: sent, id: null };
    calls.push(call);
    const interception = rule(call);
    if (interception?.kind === "hang") return;
    if (interception?.kind === "cut") return void response.destroy();
    if (interception?.kind === "refuse") {
      const error = { code: -32000, message: interception.message };
      return reply(response, interception.status ?? 200, { jsonrpc: "2.0", id: call.id, error });
    }
    if (interception?.kind === "answer") {
      return reply(response, 200, { jsonrpc: "2.0", id: call.id, result: interception.result });
    }
    const headers = { "content-type": "application/json" };
    const upstream = await fetch(target, { method: "POST", headers, body });
    const text = await upstream.text();
    if (interception?.kind === "cut-after") return void response.destroy();
    if (interception?.kind === "change") {
      const { result, ...rest } = JSON.parse(text) as { readonly result?: unknown };
      return reply(response, upstream.status, { ...rest, result: await interception.change(result) });
    }
    response.writeHead(upstream.status, headers).end(text);
  };
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    calls,
    intercept: (next) => {
      rule = next;
    },
    retarget: (next) => {
      target = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
