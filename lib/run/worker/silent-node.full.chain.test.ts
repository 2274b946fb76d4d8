import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { cursorOf, expectCleanAudit, until, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

/** Longer than a watcher's pause after a few failures. */
const RECOVERY_LIMIT_MS = 40_000;

let chain: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

test("offers nothing on a network whose node has been silent for long, and offers it again once the node responds", async () => {
  chain.proxy.intercept(() => ({ kind: "cut" }));
  const { lastAnswerAt } = await cursorOf("eth");
  await until(async () => {
    // The state after three minutes of silence.
    await database().chainCursor.update({
      where: { networkCode: "eth" },
      data: { lastAnswerAt: new Date(Date.now() - 181_000) },
    });
    await expect(newInvoice()).rejects.toThrow("terminal_not_found");
  });
  chain.proxy.intercept(() => null);
  const { id, address } = await until(() => newInvoice(), RECOVERY_LIMIT_MS);
  expect((await cursorOf("eth")).lastAnswerAt?.getTime()).toBeGreaterThan(lastAnswerAt?.getTime() ?? 0);
  await chain.pay(address, 10n * 10n ** BigInt(chain.token("USDT").decimals), "USDT");
  await untilStatus(id, "paid");
  await expectCleanAudit();
});

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: chain.network });
  return { id, address: currentQuote?.address ?? "" };
}
