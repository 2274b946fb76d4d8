import { afterAll, beforeAll, expect, test } from "vitest";
import { ZERO } from "@/lib/kernel/money/decimal";
import { reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { grant } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  freshAddress,
  openPayoutsOnChain,
  type PayoutsOnChain,
  untilFinal,
} from "@/lib/money-out/payouts/testing/payouts-on-chain";
import { untilAnswered } from "@/lib/money-out/payouts/testing/until-answered";
import { expectCleanAudit, until, walletOf } from "@/lib/run/worker/testing/observe";

let rig: PayoutsOnChain;

beforeAll(async () => {
  rig = await openPayoutsOnChain();
});
afterAll(() => rig?.stop());

/**
 * Returns the payouts created by concurrent calls; all other calls fail with "not_enough_funds".
 */
async function together(count: number, call: (index: number) => Promise<Payout>): Promise<Payout[]> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => untilAnswered(() => call(index))),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(new Set(refusals)).toEqual(new Set(["AppError: not_enough_funds"]));
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

test("of 200 concurrent payouts of the full balance exactly one reaches its address", async () => {
  await grant(rig.gateway.merchantId, "USDT", "1000");
  const addresses = Array.from({ length: 200 }, freshAddress);
  const made = await together(200, (index) =>
    rig.pay({ amount: "1000", address: addresses[index], url_callback: rig.shop.url }),
  );
  expect(made).toHaveLength(1);
  const [payout] = await untilFinal(made);
  expect(payout).toMatchObject({ status: "paid", transactionId: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  const reached = await Promise.all(addresses.map((address) => rig.onChain(address, "USDT")));
  expect(reached.filter((amount) => amount.gt(ZERO)).map(String)).toEqual([payout?.sentAmount.toFixed()]);
  expect(await walletOf(rig.gateway.merchantId, "USDT")).toBe("0");
  await until(() =>
    expect(rig.reportedOf(payout?.id ?? "").at(-1)).toMatchObject({
      type: "payout",
      status: "paid",
      is_final: true,
      txid: payout?.transactionId,
    }),
  );
  await expectCleanAudit();
});

test("of 60 concurrent payouts of a seventh each, seven arrive, and the chain matches to the last unit", async () => {
  await grant(rig.gateway.merchantId, "USDT", "700");
  const addresses = Array.from({ length: 60 }, freshAddress);
  const made = await together(60, (index) => rig.pay({ amount: "100", address: addresses[index] }));
  expect(made).toHaveLength(7);
  const ended = await untilFinal(made);
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(["paid"]));
  for (const { address, sentAmount } of ended)
    expect((await rig.onChain(address, "USDT")).toFixed()).toBe(sentAmount.toFixed());
  const reached = await Promise.all(addresses.map((address) => rig.onChain(address, "USDT")));
  expect(reached.filter((amount) => amount.gt(ZERO))).toHaveLength(7);
  expect((await findBalance(reserved(rig.gateway.merchantId, "USDT"))).toFixed()).toBe("0");
  expect(await walletOf(rig.gateway.merchantId, "USDT")).toBe("0");
  await expectCleanAudit();
});
