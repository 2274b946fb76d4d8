import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeMoneroAddress, toMoneroKeys } from "@/lib/custody/addresses/monero-address";
import { database } from "@/lib/kernel/db";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import {
  type SandboxChain,
  sandboxChainRequirement,
  startSandboxChain,
} from "@/lib/run/worker/testing/chains/sandbox-chain";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { describeUnless } from "@/lib/testing/unless";

const LIMIT_MS = 600_000;

describeUnless(sandboxChainRequirement("xmr"))("Monero wallet services with the keys of another wallet", () => {
  let chain: SandboxChain;
  let gateway: TestGateway;

  beforeAll(async () => {
    chain = await startSandboxChain("xmr");
    gateway = await createTestGateway([chain], { poolSize: 10 });
  }, LIMIT_MS);
  afterAll(async () => {
    await gateway?.stop();
    await chain?.stop();
  });

  test(
    "stop the network with an alarm that names the wallet; with the right keys it resumes automatically",
    async () => {
      await giveStrangersKeys(chain);
      gateway.startWorker();
      await until(async () => expect(await alarmsAbout("xmr")).toContain("network-misconfigured"));
      const { message } = await database().alarm.findFirstOrThrow({ where: { subject: "xmr", clearedAt: null } });
      expect(message).toMatch(/^the viewer 127\.0\.0\.1:\d+ holds a wallet of another seed/);
      clearCatalogCache();
      const catalog = await loadCatalog();
      const service = catalog.service("XMR", "xmr");
      expect(service !== null && catalog.isAvailable(service)).toBe(false);

      await chain.furnish?.();
      await gateway.ready();
      await until(async () => expect(await alarmsAbout("xmr")).toEqual([]));
    },
    LIMIT_MS,
  );
});

async function giveStrangersKeys({ sandbox }: SandboxChain): Promise<void> {
  const keys = toMoneroKeys(randomBytes(32));
  const hex = (secret: Uint8Array) => Buffer.from(secret).toString("hex");
  const body = {
    address: encodeMoneroAddress(keys, 0, 0),
    viewkey: hex(keys.viewSecret),
    spendkey: hex(keys.spendSecret),
  };
  const response = await fetch(String(sandbox["walletsUrl"]), { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}
