import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";

type ProxiedCall = { readonly path: string; readonly question: Readonly<Record<string, unknown>> };

/**
 * The proxy's answer in place of the node's, or derived from it; null forwards the call unchanged.
 */
type ProxyRule = (
  call: ProxiedCall,
) => { readonly status: number; readonly text: string } | ((text: string) => string) | null;

export type NodeProxy = {
  readonly url: string;
  /** Replaces the rule for all further calls; null removes it. */
  readonly intercept: (rule: ProxyRule | null) => void;
  readonly stop: () => Promise<void>;
};

/** Starts a proxy in front of a healthy TRON node that misbehaves on command. */
export async function startNodeProxy(targetUrl: string): Promise<NodeProxy> {
  let rule: ProxyRule | null = null;
  const answer = async (request: IncomingMessage) => {
    const body = await readBody(request);
    const path = (request.url ?? "/").slice(1);
    const intercepted = rule?.({ path, question: JSON.parse(body || "{}") }) ?? null;
    if (intercepted !== null && typeof intercepted !== "function") return intercepted;
    const headers = { "content-type": "application/json" };
    const upstream = await fetch(`${targetUrl}/${path}`, { method: "POST", headers, body });
    const text = await upstream.text();
    return { status: upstream.status, text: intercepted === null ? text : intercepted(text) };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, text }) => response.writeHead(status, { "content-type": "application/json" }).end(text),
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    intercept: (next) => {
      rule = next;
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
