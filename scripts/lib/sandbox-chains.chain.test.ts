import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { findLitecoind } from "@/scripts/chains/litecoind.mjs";
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

test("a chain that was killed comes back on its port as the same chain, and so does one that was stopped", async () => {
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

test("a network with real nodes is not made a sandbox behind the operator's back", async () => {
  const { networks, notes } = await start(["tron"], ["tron"]);
  expect(networks).toEqual({});
  expect(notes).toEqual([expect.stringContaining("NODE_URLS_TRON")]);
});

test.skipIf(findLitecoind() === null)(
  "litecoind: Bitcoin pays to a main network's address, and says no to dust",
  async () => {
    const { networks } = await start(["btc"]);
    const to = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    const [paid, answer] = await pay(networks["btc"]?.payUrl, { to, contract: null, units: "250000000" });
    expect([paid, answer.transactionId]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await pay(networks["btc"]?.payUrl, { to, contract: null, units: "100" })).toEqual([
      400,
      { error: expect.stringContaining("too small") },
    ]);
  },
);
