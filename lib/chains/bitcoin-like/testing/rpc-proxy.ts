import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parse, stringify } from "lossless-json";

type ProxiedCall = { readonly method: string; readonly params: readonly unknown[] };

/**
 * The proxy's answer in place of the node's; `plain` is not JSON and applies to all calls of the
 * request. `change` receives the node's own result.
 */
type Interception =
  | { readonly kind: "answer"; readonly result: unknown }
  | { readonly kind: "change"; readonly change: (result: unknown) => unknown }
  | { readonly kind: "refuse"; readonly code: number; readonly message: string }
  | { readonly kind: "plain"; readonly text: string };

export type CoinProxy = {
  readonly url: string;
  /** Every single call, including those in batches. */
  readonly calls: ProxiedCall[];
  /** Highest number of concurrent requests so far. */
  readonly busiest: () => number;
  /** Replaces the rule for all further calls. */
  readonly intercept: (rule: (call: ProxiedCall) => Interception | null) => void;
  readonly stop: () => Promise<void>;
};

type Item = ProxiedCall & { readonly id: unknown };
type Answer = { readonly id: unknown; readonly result: unknown; readonly error: unknown };

/** Starts a proxy in front of a healthy node that misbehaves on command. */
export async function startCoinProxy(targetUrl: string): Promise<CoinProxy> {
  const { username, password, host } = new URL(targetUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const calls: ProxiedCall[] = [];
  let rule: (call: ProxiedCall) => Interception | null = () => null;
  let [running, busiest] = [0, 0];

  const forward = async (body: string) => {
    const response = await fetch(`http://${host}`, { method: "POST", headers: { authorization }, body });
    return { status: response.status, text: await response.text() };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const asked = JSON.parse(body) as Item | Item[];
    const items = Array.isArray(asked) ? asked : [asked];
    calls.push(...items.map(({ method, params }) => ({ method, params })));
    const rules = items.map(rule);
    const plain = rules.find((found) => found?.kind === "plain");
    if (plain !== undefined && plain !== null) return void response.writeHead(500).end(plain.text);
    const { status, text } = await forward(body);
    if (rules.every((found) => found === null)) return void response.writeHead(status).end(text);
    const own = parse(text) as Answer | Answer[];
    const answers = (Array.isArray(own) ? own : [own]).map((answer, index) => applied(answer, rules[index] ?? null));
    response.writeHead(200).end(stringify(Array.isArray(own) ? answers : answers[0]));
  };
  const server = createServer((request, response) => {
    running += 1;
    busiest = Math.max(busiest, running);
    handle(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        running -= 1;
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    busiest: () => busiest,
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

function applied(answer: Answer, rule: Interception | null): Answer {
  if (rule?.kind === "answer") return { ...answer, result: rule.result, error: null };
  if (rule?.kind === "change") return { ...answer, result: rule.change(answer.result) };
  if (rule?.kind !== "refuse") return answer;
  return { ...answer, result: null, error: { code: rule.code, message: rule.message } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
