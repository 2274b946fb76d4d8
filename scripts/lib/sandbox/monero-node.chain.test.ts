import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { createMoneroNode, type MoneroNode } from "@/lib/chains/monero/monero-node";
import { encodeMoneroAddress, toMoneroKeys } from "@/lib/custody/addresses/monero-address";
import { copyFirstBlocks } from "@/lib/run/worker/testing/chains/monero-blocks";
import { sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { describeUnless } from "@/lib/testing/unless";
import { startNodeChain } from "@/scripts/lib/sandbox/node-chains.mjs";

const LIMIT_MS = 600_000;
const CALL_LIMIT_MS = 60_000;
const NEVER = new AbortController().signal;
const UNITS = "250000000000";

describeUnless(sandboxChainRequirement("xmr"))("the sandbox's Monero", () => {
  const folder = mkdtempSync(join(inject("runFolder"), "monero-node-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    "comes back after a kill on its ports with its chain, its money and the gateway's wallets, and leaves no process behind",
    async () => {
      await copyFirstBlocks(inject("runFolder"), folder);
      const started = await startNodeChain("xmr", { folder, logFile: join(folder, "node.log"), memory: {} });
      const { rpcUrl, payUrl, walletsUrl = "" } = started.description;
      let child = started.node.child;
      try {
        const node = createMoneroNode(rpcUrl, CALL_LIMIT_MS);
        const keys = toMoneroKeys(new Uint8Array(32).fill(9));
        const hex = (secret: Uint8Array) => Buffer.from(secret).toString("hex");
        const address = encodeMoneroAddress(keys, 0, 0);
        await post(walletsUrl, { address, viewkey: hex(keys.viewSecret), spendkey: hex(keys.spendSecret) });
        const to = encodeMoneroAddress(keys, 1, 0);
        await post(payUrl, { outputs: [{ to, contract: null, units: UNITS }] });
        await expect.poll(() => heldBySigner(node), { timeout: CALL_LIMIT_MS }).toBe(BigInt(UNITS));

        child.kill("SIGKILL");
        await once(child, "exit");
        const services = [node.daemon, node.wallet, node.signer];
        const livesOn = async () =>
          Promise.any(services.map((service) => service?.call("get_version", {}, NEVER))).then(
            () => true,
            () => false,
          );
        await expect.poll(livesOn, { timeout: CALL_LIMIT_MS }).toBe(false);

        child = await started.node.restart();
        expect(await heldBySigner(node)).toBe(BigInt(UNITS));
        expect((await node.wallet.call("get_address", { account_index: 0 }, NEVER)).address).toBe(address);
      } finally {
        if (child.exitCode === null) {
          child.kill("SIGTERM");
          await once(child, "exit");
        }
      }
    },
    LIMIT_MS,
  );
});

async function heldBySigner({ signer }: MoneroNode): Promise<unknown> {
  await signer?.call("refresh", {}, NEVER);
  return (await signer?.call("get_accounts", {}, NEVER))?.total_balance;
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
}
