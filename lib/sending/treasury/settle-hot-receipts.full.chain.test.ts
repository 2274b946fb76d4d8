import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, operatorCapital } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { alarmsAbout, expectCleanAudit, until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

const FIVE = 5_000_000n;

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

it("books receipts of the hot wallet as capital, reverses one that leaves its chain, and books it again when it returns", async () => {
  const before = await sums();
  const { address } = await database().hotWallet.findFirstOrThrow();
  const transaction = await chain.pay(address, FIVE, "USDT");
  await untilMoved(before, "5");
  await expectCleanAudit();
  await chain.reorganise(1, []);
  await untilMoved(before, "0");
  const deposit = await database().deposit.findFirstOrThrow({ where: { transactionId: transaction } });
  expect(deposit).toMatchObject({ ownerKind: "hot", status: "vanished", bookedInclusion: null });
  expect(await alarmsAbout(deposit.id)).toEqual(["deposit-reversed"]);
  await expectCleanAudit();
  await chain.reorganise(1, [transaction]);
  await untilMoved(before, "5");
  const again = await database().deposit.findUniqueOrThrow({ where: { id: deposit.id } });
  expect(again).toMatchObject({ status: "confirmed", bookedInclusion: 2 });
  await expectCleanAudit();
});

async function sums() {
  const [hot, capital] = [hotCustody("eth", "USDT"), operatorCapital("USDT")];
  return { hot: (await findBalance(hot)).toFixed(), capital: (await findBalance(capital)).toFixed() };
}

async function untilMoved(before: { hot: string; capital: string }, by: string): Promise<void> {
  const plus = (sum: string) => decimal(sum).plus(by).toFixed();
  await until(async () => expect(await sums()).toEqual({ hot: plus(before.hot), capital: plus(before.capital) }));
}
