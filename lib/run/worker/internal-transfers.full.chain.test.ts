import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  type ContractPayer,
  deployContractPayer,
  giveByProtocol,
  payBySelfDestruct,
} from "@/lib/chains/evm/testing/contract-payer";
import { database } from "@/lib/kernel/db";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { casesOf, depositsOf, expectCleanAudit, until, untilRead, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

const CONFIRMATIONS = 4;
const TRACING = /^(debug_|trace_)/;

let chain: TestChain;
let gateway: TestGateway;
let contract: ContractPayer;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 }, flags: ["--steps-tracing"] });
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  gateway.startWorker();
  await gateway.ready();
  await database().network.updateMany({ data: { confirmations: CONFIRMATIONS } });
  contract = await deployContractPayer(chain.anvil, chain.payer);
  await chain.mine(1);
});
afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});
beforeEach(() => chain.proxy.intercept(() => null));

it("credits an invoice paid by an internal contract call once, and follows it through a reorganisation", async () => {
  const { id, address, owed } = await newInvoice();
  const transactionId = await contract.pay(address, owed);
  await chain.mine(1);
  const [found] = await until(async () => {
    const deposits = await depositsOf(id);
    expect(deposits).toHaveLength(1);
    return deposits;
  });
  expect(found).toMatchObject({ transactionId, position: "trace:0", fromAddress: null, status: "seen", inclusion: 1 });
  await chain.mine(1);
  await untilRead("eth", await chain.height());
  await chain.reorganise(3, [transactionId]);
  await chain.mine(1);
  await until(async () => {
    expect(await depositsOf(id)).toMatchObject([{ id: found?.id, status: "seen", inclusion: 2 }]);
  });
  await chain.mine(CONFIRMATIONS);
  await untilStatus(id, "paid");
  await expectCleanAudit();
  // After booking it leaves its chain once more and comes back: it is not counted twice, and no
  // reversal is pending.
  await chain.reorganise(CONFIRMATIONS + 4, [transactionId]);
  await chain.mine(CONFIRMATIONS + 1);
  await until(async () => {
    expect(await depositsOf(id)).toMatchObject([{ id: found?.id, status: "confirmed", inclusion: 3 }]);
  });
  await untilStatus(id, "paid");
  expect(await openAlarmsOf(address)).toEqual([]);
  await expectCleanAudit();
});

it("finds two contract payments in different blocks beside an ordinary one", async () => {
  const { id, address, owed } = await newInvoice();
  const third = owed / 3n;
  await payBySelfDestruct(chain.payer, address, third);
  await chain.mine(3);
  await chain.pay(address, third, null);
  await contract.pay(address, owed - 2n * third);
  await chain.mine(CONFIRMATIONS);
  await until(async () => {
    const positions = (await depositsOf(id)).map(({ position }) => position).sort();
    expect(positions).toEqual(["native", "trace:0", "trace:0"]);
  });
  await chain.mine(CONFIRMATIONS);
  await untilStatus(id, "paid");
  expect(await casesOf(id)).toEqual([]);
  await expectCleanAudit();
});

it("raises one alarm with address, block and amount if no node traces, and records nothing; it ends once the payment is found", async () => {
  chain.proxy.intercept(({ method }) => (TRACING.test(method) ? { kind: "refuse", message: "busy" } : null));
  const { id, address, owed } = await newInvoice();
  const block = await blockOf(await contract.pay(address, owed));
  const [alarm] = await until(async () => {
    const alarms = await openAlarmsOf(address);
    expect(alarms).toHaveLength(1);
    return alarms;
  });
  expect(alarm?.subject).toBe(`eth:${address}:${owed}`);
  expect(alarm?.message).toMatch(new RegExp(`${address} holds 0\\.\\d+ ETH on eth .* block ${block}, and no node can`));
  expect(await depositsOf(id)).toEqual([]);
  chain.proxy.intercept(() => null);
  await chain.mine(CONFIRMATIONS + 1);
  await untilStatus(id, "paid");
  await until(async () => expect(await openAlarmsOf(address)).toEqual([]));
});

it("creates no deposit for protocol rewards, nor for less than the minimum payment", async () => {
  const [given, dust] = [await newInvoice(), await newInvoice()];
  await giveByProtocol(chain.anvil, given.address, given.owed);
  await contract.pay(dust.address, 1n);
  await chain.mine(2);
  await until(async () => {
    expect((await openAlarmsOf(given.address)).map(({ message }) => message)).toEqual([
      expect.stringContaining("no contract transfer explains it"),
    ]);
  });
  expect([...(await depositsOf(given.id)), ...(await depositsOf(dust.id))]).toEqual([]);
  expect(await openAlarmsOf(dust.address)).toEqual([]);
  expect((await balanceOnChain(chain, dust.address, null)).toFixed()).toBe("0.000000000000000001");
});

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "30", coin: "ETH", network: "eth" });
  if (currentQuote === null) throw new Error("the invoice has no quote");
  return { id, address: currentQuote.address, owed: BigInt(currentQuote.payerAmount.times("1e18").toFixed()) };
}

/** The node responds before the block is mined. */
async function blockOf(transactionId: string): Promise<number> {
  return until(async () => {
    const receipt = await chain.anvil.rpc("eth_getTransactionReceipt", [transactionId]);
    return Number.parseInt((receipt as { blockNumber: string }).blockNumber, 16);
  });
}

function openAlarmsOf(address: string) {
  return database().alarm.findMany({
    where: { kind: "unexplained-balance", subject: { startsWith: `eth:${address}:` }, clearedAt: null },
  });
}
