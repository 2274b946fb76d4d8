import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, operatorCapital, treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { isTerminalOpen, readTerminalState } from "@/lib/money-out/payouts/queue-payout-send";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import {
  alarmsAbout,
  expectCleanAudit,
  until,
  untilAllSent,
  untilStatus,
  walletOf,
} from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { setSweepPolicy } from "@/lib/sending/sweeps/sweep-now";
import { createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { drawTreasury } from "@/lib/sending/treasury/fill-treasury";

/** A network whose hot wallet is empty, and deposits that arrive at deposit addresses meanwhile. */

const LIMIT_MS = 120_000;
/** A threshold that makes sweeping worthwhile only for a waiting payout. */
const NEVER_BY_ITSELF = "100000";

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  await gateway.ready();
  clearCatalogCache();
  const coin = { networkCode: "eth", currencyCode: "USDT" };
  const policy = { isEnabled: true, amountMin: decimal(NEVER_BY_ITSELF), waitSecondsMax: null, batchMax: 16 };
  const { id: actorId } = await database().user.findFirstOrThrow({ select: { id: true } });
  await setSweepPolicy({ ...coin, ...policy, actorId });
  await emptyHotWallet();
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;

/** Withdraws everything as the operator, including what was reserved for conversions. */
async function emptyHotWallet(): Promise<void> {
  const amount = await findBalance(treasury("USDT"));
  await drawTreasury({ commandId: randomUUID(), currency: "USDT", amount, actorId: null });
  const person = { email: "operator@example.com", name: "Operator", passwordHash: "x", isOperator: true };
  const { id: actorId } = await database().user.create({ data: person, select: { id: true } });
  await createWithdrawal({
    commandId: randomUUID(),
    kind: "capital",
    networkCode: "eth",
    currencyCode: "USDT",
    address: freshAddress(),
    amount: await findBalance(operatorCapital("USDT")),
    memo: "",
    actorId,
  });
  await untilAllSent(LIMIT_MS);
  expect((await findBalance(hotCustody("eth", "USDT"))).toFixed()).toBe("0");
}

/** Pays the given amount in dollars to the address of a new invoice. */
async function payIn(dollars: number): Promise<void> {
  const invoice = await gateway.invoice({ amount: String(dollars), coin: "USDT", network: "eth" });
  const { address } = await database().address.findFirstOrThrow({ where: { ownerId: invoice.id } });
  await chain.pay(address, BigInt(dollars) * 1_000_000n, "USDT");
  await untilStatus(invoice.id, "paid");
}

async function pay(amount: string): Promise<Payout> {
  const fields = { amount, currency: "USDT", network: "eth", order_id: randomUUID(), is_subtract: false };
  const input = createPayoutInput.parse({ ...fields, address: freshAddress(), url_callback: shop.url });
  return createPayout(await getMerchant(gateway.merchantId), input);
}

const untilPayoutIs = (status: string, { id, merchantId }: Payout) =>
  until(async () => {
    const payout = await findMerchantPayout(merchantId, id);
    expect(payout?.status).toBe(status);
    return payout;
  }, LIMIT_MS);

const reportedOf = ({ id }: Payout) =>
  shop.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ uuid }: { uuid: string }) => uuid === id)
    .map(({ status }: { status: string }) => status);

const isReady = async () => {
  const service = (await loadCatalog()).service("USDT", "eth");
  return service !== null && isTerminalOpen(await readTerminalState(), service);
};

const hasWaitedForFunds = async ({ id }: Payout) => {
  const where = { kind: "payout", subjectId: id, event: "waits" } as const;
  const rows = await database().outflowEvent.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ detail }) => detail);
};

test("a payout that the network cannot cover waits, triggers sweeps of deposits, and is sent", async () => {
  expect(await isReady()).toBe(false);
  await payIn(100);
  const payout = await pay("90");
  const paid = await untilPayoutIs("paid", payout);
  expect(await hasWaitedForFunds(payout)).toEqual([{ reason: "funds" }, { reason: null }]);
  await until(() => expect(reportedOf(payout)).toEqual(["check", "process", "paid"]));
  const data = `0x70a08231${payout.address.slice(2).padStart(64, "0")}`;
  const held = await chain.anvil.rpc("eth_call", [{ to: chain.token("USDT").address, data }, "latest"]);
  expect(BigInt(String(held)).toString()).toBe(paid?.sentAmount.times("1000000").toFixed());
  await until(async () => expect(await isReady()).toBe(true));
  await expectCleanAudit();
});

test("one that no sweep can cover is reported to the operator, can be cancelled, and returns its funds", async () => {
  await payIn(50);
  // Reading the chain without sweeping: the coin stays at its deposit address.
  await database().sweepPolicy.updateMany({ where: { currencyCode: "USDT" }, data: { isEnabled: false } });
  const before = await walletOf(gateway.merchantId, "USDT");
  const payout = await pay("40");
  await untilPayoutIs("check", payout);
  await until(async () => expect(await alarmsAbout("eth:USDT")).toEqual(["sends-underfunded"]));
  expect(await isReady()).toBe(false);
  await cancelPayout({ merchantId: gateway.merchantId, payoutId: payout.id, actorId: null });
  expect(await walletOf(gateway.merchantId, "USDT")).toBe(before);
  await until(() => expect(reportedOf(payout)).toEqual(["check", "cancel"]));
  await until(async () => expect(await alarmsAbout("eth:USDT")).toEqual([]));
  await expectCleanAudit();
});
