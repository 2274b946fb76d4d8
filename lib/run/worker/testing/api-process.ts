import { spawn } from "node:child_process";
import { join } from "node:path";
import { vi } from "vitest";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { workerSettings } from "@/lib/run/worker/testing/settings";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";

const ROOT = join(import.meta.dirname, "../../../..");
const START_LIMIT_MS = 60_000;
const POLL_MS = 50;

export type ApiProcess = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * Starts web processes with the machine API's interface and no pages: the same handlers and server
 * as in production, each in a process of its own on a free port of 127.0.0.1.
 */
export async function startApiProcesses(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly ApiProcess[]> {
  // A plain build script: it lists the routes from the folders.
  const { apiEntrySource } = (await import(join(ROOT, "scripts/lib/api-routes.mjs"))) as {
    apiEntrySource: () => string;
  };
  const listen = [
    "const server = createServer(async (request, response) => void response.writeHead(404).end());",
    'server.listen(0, "127.0.0.1", () => console.log("listening on", server.address().port));',
  ];
  const contents = [apiEntrySource(), ...listen].join("\n");
  const file = await bundleOnce("api", { stdin: { contents, resolveDir: ROOT, loader: "ts" } });
  const started = await Promise.all(Array.from({ length: count }, () => startOne(file, settings)));
  return started.map(({ url, child }) => ({
    url,
    async stop() {
      child.kill("SIGKILL");
    },
  }));
}

async function startOne(file: string, settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: workerSettings({ LOG_LEVEL: "error", ...settings }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  child.once("exit", () => process.removeListener("exit", killOnExit));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const port = await vi.waitFor(
    () => {
      const [, found] = /listening on (\d+)/.exec(output) ?? [];
      if (found === undefined) throw new Error(`the web process did not start:\n${output}`);
      return found;
    },
    { timeout: START_LIMIT_MS, interval: POLL_MS },
  );
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Creates an invoice of ten dollars in USDT on Ethereum as a shop does; returns the answer. */
export async function createByApi(
  { url }: ApiProcess,
  { merchantId, paymentKey }: Pick<TestGateway, "merchantId" | "paymentKey">,
  orderId: string,
): Promise<{ readonly status: number; readonly message?: string }> {
  const terms = { amount: "10", currency: "USD", to_currency: "USDT", network: "eth", order_id: orderId };
  const body = JSON.stringify(terms);
  const sign = signBody(Buffer.from(body), paymentKey);
  const headers = { merchant: merchantId, sign, "content-type": "application/json" };
  const response = await fetch(`${url}/v1/payment`, { method: "POST", headers, body });
  const { message } = (await response.json()) as { message?: string };
  return { status: response.status, ...(message === undefined ? {} : { message }) };
}
