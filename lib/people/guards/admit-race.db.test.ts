import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { transferInput } from "@/lib/money-out/transfers/schema";
import { transferToBusiness, transferToPersonal } from "@/lib/money-out/transfers/transfer-funds";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { countLockWaits } from "@/lib/testing/lock-waits";

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

async function payOut({ merchantId }: Payer, amount: string): Promise<string> {
  const input = createPayoutInput.parse({
    amount,
    currency: "USDT",
    network: "bsc",
    order_id: randomUUID(),
    address: EVM_ADDRESS,
    is_subtract: false,
  });
  return await outcome(createPayout(await getMerchant(merchantId), input));
}

async function transfer(move: typeof transferToPersonal, { merchantId }: Payer, amount: string): Promise<string> {
  return await outcome(move(await getMerchant(merchantId), transferInput.parse({ amount, currency: "USDT" })));
}

const outcome = (done: Promise<unknown>) =>
  done.then(
    () => "done",
    (error: Error) => error.message,
  );

const limit = ({ merchantId }: Payer, dailyLimitUsd: string | null, approvalAboveUsd: string | null = null) =>
  setOutflowLimits({ merchantId, dailyLimitUsd, approvalAboveUsd, refundsNeedPayoutKey: false, actorId: null });

test("rotating the key between a payout's plan and its debit stops it: nothing is taken", async () => {
  const payer = await newPayer({ USDT: "100" });
  await limit(payer, "1000");
  let letGo = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // Blocks a payout that has been planned and is about to be written.
  const holder = withTransaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE payouts IN SHARE ROW EXCLUSIVE MODE`;
    await waiting;
  });
  const answer = payOut(payer, "10");
  await vi.waitFor(async () => expect(await countLockWaits()).toBeGreaterThan(0), { timeout: 60_000, interval: 20 });
  await rotateKey(payer, { kind: "payout", overlapSeconds: 0 });
  letGo();
  await holder;
  expect(await answer).toBe("outflow_blocked isKeyNew");
  expect(await walletOf(payer.merchantId)).toBe("100");
  expect(await database().payout.count({ where: { merchantId: payer.merchantId } })).toBe(0);
});

test("payouts and transfers racing under a daily limit never exceed it, fees included", async () => {
  const payer = await newPayer({ USDT: "10000" });
  await limit(payer, "100");
  const asked = Array.from({ length: 30 }, (_, index) =>
    index % 3 === 0 ? transfer(transferToPersonal, payer, "9") : payOut(payer, "9"),
  );
  const answers = await Promise.all(asked);
  const { _sum } = await database().outflow.aggregate({
    where: { merchantId: payer.merchantId },
    _sum: { valueUsd: true },
  });
  expect(_sum.valueUsd?.lte("100")).toBe(true);
  expect(answers.filter((answer) => answer === "done").length).toBeGreaterThanOrEqual(10);
  for (const answer of answers) expect(answer).toMatch(/^(done|daily_limit_reached )/);
  expect(await walletOf(payer.merchantId)).toBe(_sum.valueUsd?.negated().plus("10000").toFixed());
  expect(await bookDifferences()).toEqual([]);
});

test("a transfer back from the personal wallet does not restore the daily limit", async () => {
  const payer = await newPayer({ USDT: "1000" });
  await limit(payer, "100");
  expect(await transfer(transferToPersonal, payer, "100")).toBe("done");
  expect(await transfer(transferToBusiness, payer, "100")).toBe("done");
  expect(await transfer(transferToPersonal, payer, "1")).toMatch(/^daily_limit_reached /);
});

test("a transfer that would need a second person moves nothing", async () => {
  const payer = await newPayer({ USDT: "1000" });
  await limit(payer, null, "50");
  expect(await transfer(transferToPersonal, payer, "50.01")).toMatch(/Transfers can't wait for approval\.$/);
  expect([await walletOf(payer.merchantId), await transfer(transferToPersonal, payer, "50")]).toEqual(["1000", "done"]);
});
