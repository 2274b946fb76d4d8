import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { checkHealth } from "@/lib/fronts/doctor/health";
import { database } from "@/lib/kernel/db";
import {
  alarmsAbout,
  creditsOf,
  cursorOf,
  depositsOf,
  expectCleanAudit,
  timeLineOf,
  until,
  untilStatus,
  walletOf,
} from "@/lib/run/worker/testing/observe";
import { shareSettings } from "@/lib/run/worker/testing/settings";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const TEN = 10_000_000n;
/**
 * Checks of the node that must pass without effect before a test concludes that none will follow.
 */
const CALLS_WITHOUT_HARM = 10;
/** The same for a node that is checked at growing intervals. */
const CALLS_AFTER_STOP = 2;

let chain: TestChain;
let gateway: TestGateway;
let worker: WorkerProcess;
const others: Anvil[] = [];

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  // Settings with the wrong node (Ethereum's under another network's name), one that is down, one
  // with an invalid port option, and a network that does not exist: all tests of this file run
  // beside them.
  shareSettings({
    NODE_URLS_BSC: chain.anvil.url,
    NODE_URLS_AVALANCHE: "http://127.0.0.1:1",
    NODE_URLS_TRON: "http://127.0.0.1:1/?solidity=eighty",
    NODE_URLS_NOWHERE: "http://127.0.0.1:1",
  });
  worker = gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

afterEach(async () => {
  await Promise.all(others.splice(0).map((anvil) => anvil.stop()));
});

it("reverses nothing while the node is back at an older state, reports it, and resumes once the node has caught up", async () => {
  const older = await chain.anvil.rpc("anvil_dumpState");
  const { id } = await paidInvoice();
  const newer = await chain.anvil.rpc("anvil_dumpState");
  const waiting = await newInvoice();

  chain.proxy.retarget((await startOther(1, older)).url);
  await until(async () => expect((await cursorOf("eth")).problem).toMatch(/behind block/));
  await untilAskedAgain(CALLS_WITHOUT_HARM);
  await expectUntouched(id);
  expect((await cursorOf("eth")).stoppedAt).toBeNull();

  const caughtUp = await startOther(1, newer);
  chain.proxy.retarget(caughtUp.url);
  await until(async () => expect((await cursorOf("eth")).problem).toBeNull());
  await expectUntouched(id);
  chain.proxy.retarget(chain.anvil.url);
  await chain.pay(waiting.address, TEN, "USDT");
  await untilStatus(waiting.id, "paid");
  await expectCleanAudit();
});

it.each([
  { what: "with another chain id", chainId: 5, flags: [] },
  { what: "with another genesis block", chainId: 1, flags: ["--timestamp", "1600000000"] },
])(
  "stops the network with an alarm on a node $what, credits nothing from it, and resumes when the right one is back",
  async ({ chainId, flags }) => {
    const { id, address } = await newInvoice();
    const stranger = await startAnvil({ chainId, flags });
    others.push(stranger);
    await stranger.rpc("anvil_mine", [(await chain.height()) + 20]);
    await stranger.rpc("anvil_setBalance", [chain.payer.address, "0xffffffffffffffffffff"]);
    await stranger.rpc("eth_sendTransaction", [
      { from: chain.payer.address, to: address, value: "0x1000000000000000" },
    ]);

    chain.proxy.retarget(stranger.url);
    await until(async () => expect((await cursorOf("eth")).stoppedAt).not.toBeNull());
    expect(await alarmsAbout("eth")).toEqual(["network-stopped"]);
    await untilAskedAgain(CALLS_AFTER_STOP);
    expect(await depositsOf(id)).toEqual([]);
    await expect(gateway.invoice({ amount: "10", coin: "USDT", network: "eth" })).rejects.toThrow();

    chain.proxy.retarget(chain.anvil.url);
    // As after a corrected setting; without the restart the next check follows within half a
    // minute.
    await worker.end("SIGTERM");
    worker = gateway.startWorker();
    await until(async () => expect((await cursorOf("eth")).stoppedAt).toBeNull());
    expect(await alarmsAbout("eth")).toEqual([]);
    await chain.pay(address, TEN, "USDT");
    await untilStatus(id, "paid");
    expect(await creditsOf(id)).toHaveLength(1);
    await expectCleanAudit();
  },
);

it("raises the alarm, and starts nothing, when the first node belongs to another chain", async () => {
  await until(async () => expect(await alarmsAbout("bsc")).toEqual(["network-stopped"]));
  expect(await database().chainCursor.findUnique({ where: { networkCode: "bsc" } })).toBeNull();
  await expect(gateway.invoice({ amount: "10", coin: "USDT", network: "bsc" })).rejects.toThrow();
});

it("reports which networks a worker lacks and why, and is ready with the healthy one", async () => {
  for (const code of ["tron", "nowhere"]) expect(await alarmsAbout(code)).toEqual(["network-misconfigured"]);
  await until(async () => {
    const { isReady, checks } = await checkHealth();
    expect(isReady).toBe(true);
    const chains = Object.entries(checks).filter(([name]) => name.startsWith("chain "));
    expect(Object.fromEntries(chains.map(([name, { ok }]) => [name.slice("chain ".length), ok]))).toEqual({
      avalanche: false,
      bsc: false,
      eth: true,
      nowhere: false,
      tron: false,
    });
  });
});

async function startOther(chainId: number, state: unknown): Promise<Anvil> {
  const anvil = await startAnvil({ chainId });
  others.push(anvil);
  await anvil.rpc("anvil_loadState", [state]);
  return anvil;
}

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
}

async function paidInvoice() {
  const invoice = await newInvoice();
  await chain.pay(invoice.address, TEN, "USDT");
  await untilStatus(invoice.id, "paid");
  return invoice;
}

async function untilAskedAgain(times: number): Promise<void> {
  const { calls } = chain.proxy;
  const before = calls.length;
  await until(() => expect(calls.length).toBeGreaterThanOrEqual(before + times), 30_000);
}

async function expectUntouched(invoiceId: string): Promise<void> {
  expect(await depositsOf(invoiceId)).toMatchObject([{ status: "confirmed", inclusion: 1, bookedInclusion: 1 }]);
  expect(await timeLineOf(invoiceId)).not.toContain("deposit-vanished");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("9.9");
}
