import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import { describeUnless } from "@/lib/testing/unless";
import { findLitecoind } from "@/scripts/lib/sandbox/litecoind.mjs";
import { startSandboxChains } from "@/scripts/lib/sandbox-chains.mjs";

const folder = mkdtempSync(join(tmpdir(), "sandbox-chains-"));
const places = { folder: join(folder, "chains"), logFolder: join(folder, "logs") };
let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(codes: readonly string[], real: readonly string[] = []) {
  const chains = await startSandboxChains({ ...places, codes, real });
  stop = chains.stop;
  return chains;
}

async function pay(payUrl: string | undefined, output: object): Promise<[number, { transactionId?: string | null }]> {
  const response = await fetch(payUrl ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outputs: [output] }),
  });
  return [response.status, await response.json()];
}

const genesisOf = async (rpcUrl: string) => {
  const facts: { genesisHash: string } = await (await fetch(`${rpcUrl}/sandbox/describe`)).json();
  return facts.genesisHash;
};

test("a killed chain comes back on its port as the same chain, and so does a stopped one", async () => {
  const first = await start(["sol"]);
  const { sol } = first.networks;
  const node = first.nodes["sol"];
  if (sol === undefined || node === undefined) throw new Error("sol was asked for");
  const genesis = await genesisOf(sol.rpcUrl);

  node.child.kill("SIGKILL");
  await once(node.child, "exit");
  const again = await node.restart();
  expect(await genesisOf(sol.rpcUrl)).toBe(genesis);
  again.kill("SIGTERM");
  await once(again, "exit");

  const second = await start(["sol"]);
  expect(second.networks["sol"]).toEqual(sol);
  expect(await genesisOf(sol.rpcUrl)).toBe(genesis);
});

test("a network with real nodes is not silently turned into a sandbox", async () => {
  const { networks, notes } = await start(["tron"], ["tron"]);
  expect(networks).toEqual({});
  expect(notes).toEqual([expect.stringContaining("NODE_URLS_TRON")]);
});

/** Calls Bitcoin's node with the password in its URL. */
async function askNode(rpcUrl: string, method: string, ...params: unknown[]): Promise<unknown> {
  const { origin, username, password } = new URL(rpcUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const body = JSON.stringify({ id: 1, method, params });
  const response = await fetch(origin, { method: "POST", headers: { authorization }, body });
  const { result }: { result: unknown } = JSON.parse(await response.text());
  return result;
}

describeUnless(findLitecoind() === null ? "no litecoind here" : null)("litecoind", () => {
  const to = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

  test("in place of Bitcoin it pays to main network addresses, rejects dust, and keeps a payment when killed", async () => {
    const { networks, nodes } = await start(["btc"]);
    const { btc } = networks;
    const node = nodes["btc"];
    if (btc === undefined || node === undefined) throw new Error("btc was asked for");
    expect(await pay(btc.payUrl, { to, contract: null, units: "100" })).toEqual([
      400,
      { error: expect.stringContaining("too small") },
    ]);
    const [status, { transactionId }] = await pay(btc.payUrl, { to, contract: null, units: "250000000" });
    expect(status).toBe(200);

    const depth = async () => {
      const seen = await askNode(btc.rpcUrl, "getrawtransaction", transactionId, true);
      return z.object({ confirmations: z.number().default(0) }).parse(seen).confirmations;
    };
    // The next block is mined once the payment's block is on disk.
    await expect.poll(depth).toBeGreaterThanOrEqual(2);
    node.child.kill("SIGKILL");
    await once(node.child, "exit");
    await node.restart();
    expect(await depth()).toBeGreaterThanOrEqual(2);
  });
});
