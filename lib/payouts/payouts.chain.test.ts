import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";
import { cancelPayout } from "@/lib/payouts/cancel-payout";
import { createPayout } from "@/lib/payouts/create-payout";
import type { Payout } from "@/lib/payouts/payout";
import { findMerchantPayout } from "@/lib/payouts/repo";
import { createPayoutInput } from "@/lib/payouts/schema";
import { isFinal, PAYOUT_STATUSES } from "@/lib/payouts/status";
import { grant } from "@/lib/payouts/testing/payout-rig";
import { untilAnswered } from "@/lib/payouts/testing/until-answered";
import { type Receiver, startReceiver } from "@/lib/webhooks/testing/receiver";
import { expectCleanAudit, until, untilAllSent, walletOf } from "@/lib/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";

/** Payouts on a real node, carried out by two worker processes. */

const LIMIT_MS = 120_000;
const OPEN_STATUSES = PAYOUT_STATUSES.filter((status) => !isFinal(status));

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  gateway.startWorker();
  await gateway.ready();
  forgetCatalog();
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;

async function pay(fields: Readonly<Record<string, unknown>>): Promise<Payout> {
  const asked = { currency: "USDT", network: "eth", order_id: randomUUID(), is_subtract: false, ...fields };
  return createPayout(await getMerchant(gateway.merchantId), createPayoutInput.parse(asked));
}

/** The payouts that came of so many calls at the same moment; everybody else hears "Not enough funds". */
async function together(count: number, call: (index: number) => Promise<Payout>): Promise<Payout[]> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => untilAnswered(() => call(index))),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(new Set(refusals)).toEqual(new Set(["AppError: Not enough funds"]));
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

async function onChain(address: string, currency: "USDT" | "ETH"): Promise<Decimal> {
  if (currency === "ETH") return fromBaseUnits(BigInt(await ask("eth_getBalance", [address, "latest"])), 18);
  const data = `0x70a08231${address.slice(2).padStart(64, "0")}`;
  return fromBaseUnits(BigInt(await ask("eth_call", [{ to: chain.token("USDT").address, data }, "latest"])), 6);
}

const ask = async (method: string, parameters: readonly unknown[]) => String(await chain.anvil.rpc(method, parameters));

/** As they are when all of them are final; asked for by one question a time, so that the workers have the machine to themselves. */
async function untilFinal(payouts: readonly Payout[]): Promise<Payout[]> {
  const unfinished = { id: { in: payouts.map(({ id }) => id) }, status: { in: OPEN_STATUSES } };
  await until(async () => expect(await database().payout.count({ where: unfinished })).toBe(0), LIMIT_MS);
  const ended = await Promise.all(payouts.map(({ id, merchantId }) => findMerchantPayout(merchantId, id)));
  return ended.map((payout) => {
    if (payout === null) throw new Error("a payout is gone");
    return payout;
  });
}

const reportedOf = (id: string) =>
  shop.received.map(({ body }) => JSON.parse(body)).filter(({ uuid }: { uuid: string }) => uuid === id);

test("200 payouts of the full balance at the same moment: exactly one reaches its address", async () => {
  await grant(gateway.merchantId, "USDT", "1000");
  const addresses = Array.from({ length: 200 }, freshAddress);
  const made = await together(200, (index) =>
    pay({ amount: "1000", address: addresses[index], url_callback: shop.url }),
  );
  expect(made).toHaveLength(1);
  const [payout] = await untilFinal(made);
  expect(payout).toMatchObject({ status: "paid", transactionId: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  const reached = await Promise.all(addresses.map((address) => onChain(address, "USDT")));
  expect(reached.filter((amount) => amount.gt(ZERO)).map(String)).toEqual([payout?.sentAmount.toFixed()]);
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("0");
  await until(() =>
    expect(reportedOf(payout?.id ?? "").at(-1)).toMatchObject({
      type: "payout",
      status: "paid",
      is_final: true,
      txid: payout?.transactionId,
    }),
  );
  await expectCleanAudit();
});

test("60 payouts of a seventh each: seven, and the chain agrees to the last unit", async () => {
  await grant(gateway.merchantId, "USDT", "700");
  const addresses = Array.from({ length: 60 }, freshAddress);
  const made = await together(60, (index) => pay({ amount: "100", address: addresses[index] }));
  expect(made).toHaveLength(7);
  const ended = await untilFinal(made);
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(["paid"]));
  for (const { address, sentAmount } of ended)
    expect((await onChain(address, "USDT")).toFixed()).toBe(sentAmount.toFixed());
  const reached = await Promise.all(addresses.map((address) => onChain(address, "USDT")));
  expect(reached.filter((amount) => amount.gt(ZERO))).toHaveLength(7);
  expect((await findBalance(reserved(gateway.merchantId, "USDT"))).toFixed()).toBe("0");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("0");
  await expectCleanAudit();
});

test("each of the four ways reaches its address with exactly what was promised", async () => {
  await grant(gateway.merchantId, "USDT", "500");
  await grant(gateway.merchantId, "ETH", "1");
  const ways = [
    { amount: "20" },
    { amount: "10", currency: "EUR", to_currency: "ETH", is_subtract: true },
    { amount: "10", currency: "EUR", to_currency: "ETH", from_currency: "USDT" },
    { amount: "0.05", currency: "ETH", from_currency: "USDT", is_subtract: true, priority: "highest" },
  ];
  const made: Payout[] = [];
  for (const way of ways) made.push(await pay({ ...way, address: freshAddress() }));
  expect(made.map(({ fromCode, payerCode }) => `${fromCode} ${payerCode}`)).toEqual([
    "USDT USDT",
    "ETH ETH",
    "USDT ETH",
    "USDT ETH",
  ]);
  for (const { address, payerCode, sentAmount, status } of await untilFinal(made)) {
    expect(status).toBe("paid");
    expect((await onChain(address, payerCode === "ETH" ? "ETH" : "USDT")).toFixed()).toBe(sentAmount.toFixed());
  }
  await expectCleanAudit();
});

test("cancelled while two workers sign: each payout is either back whole or reaches its address, never both", async () => {
  await grant(gateway.merchantId, "USDT", "200");
  const before = decimal(await walletOf(gateway.merchantId, "USDT"));
  const made: Payout[] = [];
  for (let index = 0; index < 20; index += 1) {
    const payout = await pay({ amount: "10", address: freshAddress() });
    made.push(payout);
    // Some at once, some when the workers have begun.
    if (index % 2 === 0) await cancelOrNot(payout);
  }
  await Promise.all(made.map(cancelOrNot));
  const ended = await untilFinal(made);
  const cancelled = ended.filter(({ status }) => status === "cancel");
  for (const { address, status, sentAmount } of ended) {
    expect(["paid", "cancel"]).toContain(status);
    const reached = (await onChain(address, "USDT")).toFixed();
    expect(reached).toBe(status === "paid" ? sentAmount.toFixed() : "0");
  }
  const spent = decimal("10").times(String(made.length - cancelled.length));
  expect(await walletOf(gateway.merchantId, "USDT")).toBe(before.minus(spent).toFixed());
  await expectCleanAudit();
});

/** Too late is an answer too. */
async function cancelOrNot({ id, merchantId }: Payout): Promise<void> {
  await cancelPayout({ merchantId, payoutId: id, actorId: null }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

test("a transfer that the chain takes and reverts fails, says so, and gives back what was taken", async () => {
  await grant(gateway.merchantId, "USDT", "50");
  const before = await walletOf(gateway.merchantId, "USDT");
  const { address: token } = chain.token("USDT");
  const code = await ask("eth_getCode", [token, "latest"]);
  await chain.anvil.rpc("evm_setAutomine", [false]);
  const payout = await pay({ amount: "50", address: freshAddress(), url_callback: shop.url });
  await until(async () => {
    const txid = (await findMerchantPayout(payout.merchantId, payout.id))?.transactionId ?? "0x0";
    expect(await chain.anvil.rpc("eth_getTransactionByHash", [txid])).not.toBeNull();
  });
  // From now on the token reverts whatever it is asked.
  await chain.anvil.rpc("anvil_setCode", [token, "0x60006000fd"]);
  await chain.mine(1);
  await chain.anvil.rpc("anvil_setCode", [token, code]);
  await chain.anvil.rpc("evm_setAutomine", [true]);
  const [ended] = await untilFinal([payout]);
  expect(ended).toMatchObject({ status: "fail", failure: expect.any(String) });
  expect(await walletOf(gateway.merchantId, "USDT")).toBe(before);
  expect((await onChain(payout.address, "USDT")).toFixed()).toBe("0");
  await until(() => expect(reportedOf(payout.id).at(-1)).toMatchObject({ status: "fail", is_final: true }));
  await untilAllSent();
  expect(await database().outgoingTransaction.count({ where: { status: "failed" } })).toBe(1);
  await expectCleanAudit();
});
