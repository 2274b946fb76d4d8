import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { grant } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  freshAddress,
  openPayoutsOnChain,
  type PayoutsOnChain,
  untilFinal,
} from "@/lib/money-out/payouts/testing/payouts-on-chain";
import { expectCleanAudit, until, untilAllSent, walletOf } from "@/lib/run/worker/testing/observe";

let rig: PayoutsOnChain;

beforeAll(async () => {
  rig = await openPayoutsOnChain();
});
afterAll(() => rig?.stop());

test("each of the four routes delivers exactly the promised amount to its address", async () => {
  await grant(rig.gateway.merchantId, "USDT", "500");
  await grant(rig.gateway.merchantId, "ETH", "1");
  const ways = [
    { amount: "20" },
    { amount: "10", currency: "EUR", to_currency: "ETH", is_subtract: true },
    { amount: "10", currency: "EUR", to_currency: "ETH", from_currency: "USDT" },
    { amount: "0.05", currency: "ETH", from_currency: "USDT", is_subtract: true, priority: "highest" },
  ];
  const made: Payout[] = [];
  for (const way of ways) made.push(await rig.pay({ ...way, address: freshAddress() }));
  expect(made.map(({ fromCode, payerCode }) => `${fromCode} ${payerCode}`)).toEqual([
    "USDT USDT",
    "ETH ETH",
    "USDT ETH",
    "USDT ETH",
  ]);
  for (const { address, payerCode, sentAmount, status } of await untilFinal(made)) {
    expect(status).toBe("paid");
    expect((await rig.onChain(address, payerCode === "ETH" ? "ETH" : "USDT")).toFixed()).toBe(sentAmount.toFixed());
  }
  await expectCleanAudit();
});

test("cancelled while two workers sign, each payout is either fully returned or reaches its address, never both", async () => {
  await grant(rig.gateway.merchantId, "USDT", "100");
  const before = decimal(await walletOf(rig.gateway.merchantId, "USDT"));
  const made: Payout[] = [];
  for (let index = 0; index < 10; index += 1) {
    const payout = await rig.pay({ amount: "10", address: freshAddress() });
    made.push(payout);
    // Some immediately, some after the workers have started.
    if (index % 2 === 0) await cancelOrNot(payout);
  }
  await Promise.all(made.map(cancelOrNot));
  const ended = await untilFinal(made);
  const cancelled = ended.filter(({ status }) => status === "cancel");
  for (const { address, status, sentAmount } of ended) {
    expect(["paid", "cancel"]).toContain(status);
    const reached = (await rig.onChain(address, "USDT")).toFixed();
    expect(reached).toBe(status === "paid" ? sentAmount.toFixed() : "0");
  }
  const spent = decimal("10").times(String(made.length - cancelled.length));
  expect(await walletOf(rig.gateway.merchantId, "USDT")).toBe(before.minus(spent).toFixed());
  await expectCleanAudit();
});

/** Too late is a valid result too. */
async function cancelOrNot({ id, merchantId }: Payout): Promise<void> {
  await cancelPayout({ merchantId, payoutId: id, actorId: null }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

test("a transfer that the chain includes and reverts fails with a reason and returns the debited amount", async () => {
  await grant(rig.gateway.merchantId, "USDT", "50");
  const before = await walletOf(rig.gateway.merchantId, "USDT");
  const { address: token } = rig.chain.token("USDT");
  const code = await rig.chain.anvil.rpc("eth_getCode", [token, "latest"]);
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  const payout = await rig.pay({ amount: "50", address: freshAddress(), url_callback: rig.shop.url });
  await until(async () => {
    const txid = (await findMerchantPayout(payout.merchantId, payout.id))?.transactionId ?? "0x0";
    expect(await rig.chain.anvil.rpc("eth_getTransactionByHash", [txid])).not.toBeNull();
  });
  // From now on the token reverts every call.
  await rig.chain.anvil.rpc("anvil_setCode", [token, "0x60006000fd"]);
  await rig.chain.mine(1);
  await rig.chain.anvil.rpc("anvil_setCode", [token, code]);
  await rig.chain.anvil.rpc("evm_setAutomine", [true]);
  const [ended] = await untilFinal([payout]);
  expect(ended).toMatchObject({ status: "fail", failure: expect.any(String) });
  expect(await walletOf(rig.gateway.merchantId, "USDT")).toBe(before);
  expect((await rig.onChain(payout.address, "USDT")).toFixed()).toBe("0");
  await until(() => expect(rig.reportedOf(payout.id).at(-1)).toMatchObject({ status: "fail", is_final: true }));
  await untilAllSent();
  expect(await database().outgoingTransaction.count({ where: { status: "failed" } })).toBe(1);
  await expectCleanAudit();
});
