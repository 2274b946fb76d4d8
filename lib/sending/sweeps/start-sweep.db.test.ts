import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { closeCase } from "@/lib/money-in/cases/case";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { freeDeposits, setSweepStatus } from "@/lib/sending/sweeps/repo";
import { simulateEnded, simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";
import { gasOf, openHotWallet, sendOfSweep, sweepAll, sweepOf } from "@/lib/sending/sweeps/testing/sweep-rig";
import { countLockWaits } from "@/lib/testing/lock-waits";

beforeAll(async () => {
  await openGateway();
  await openHotWallet();
});
afterAll(closeDatabase);

const COST = decimal("0.0001");

async function paid(amount = "100") {
  const invoice = await newInvoice(await newMerchant());
  const deposit = await pay(invoice, { amount });
  await settleInvoice(invoice.id);
  return { invoice, deposit };
}

it("takes each deposit into one sweep, even with concurrent planning", async () => {
  const { deposit } = await paid();
  const started = (await Promise.all(Array.from({ length: 8 }, () => sweepAll("USDT")))).flat();
  expect(started).toEqual([await sweepOf(deposit)]);
  expect(await database().send.count({ where: { purpose: "gas", purposeId: started[0] ?? "" } })).toBe(1);
  expect(await bookDifferences()).toEqual([]);
});

it("never takes a deposit that waits for a decision or a refund, and takes it once it was credited or refunded", async () => {
  const { invoice } = await paid();
  const late = await pay(invoice, { amount: "40" });
  await settleInvoice(invoice.id);
  const opened = await database().case.findUniqueOrThrow({ where: { depositId: late } });
  for (const kind of ["extra", "locked"] as const) {
    await database().case.update({ where: { id: opened.id }, data: { kind } });
    await sweepAll("USDT");
    expect(await sweepOf(late)).toBeNull();
  }
  await database().case.update({ where: { id: opened.id }, data: { kind: "extra", status: "refunding" } });
  await finishSweeps();
  await sweepAll("USDT");
  expect(await sweepOf(late)).toBeNull();
  await database().case.update({ where: { id: opened.id }, data: { status: "open" } });
  await withTransaction((tx) =>
    closeCase(tx, opened.id, { status: "refunded", resolution: "sent back", closedById: null }),
  );
  await sweepAll("USDT");
  expect(await sweepOf(late)).not.toBeNull();
});

it("leaves out a deposit that becomes a case during planning", async () => {
  await finishSweeps();
  const { deposit } = await paid();
  const { networkCode, currencyCode, amount } = await database().deposit.findUniqueOrThrow({ where: { id: deposit } });
  let planning: Promise<string[]> | undefined;
  await withTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM deposits WHERE id = ${deposit}::uuid FOR UPDATE`;
    planning = sweepAll("USDT");
    await expect.poll(countLockWaits).toBe(1);
    await tx.case.create({ data: { kind: "locked", depositId: deposit, networkCode, currencyCode, amount } });
  });
  expect(await planning).toEqual([]);
  expect(await sweepOf(deposit)).toBeNull();
  await database().case.update({ where: { depositId: deposit }, data: { status: "void" } });
});

it("never takes what a blocked wallet holds, and takes it once it was refunded", async () => {
  await finishSweeps();
  const wallet = await newWallet(await newMerchant());
  const small = await topUp(wallet, { amount: "0.1" });
  await settleWallet(wallet.id);
  await sweepAll("USDT");
  expect(await sweepOf(small)).toBeNull();
  await blockWallet(wallet.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  const held = await topUp(wallet, { amount: "10" });
  await settleWallet(wallet.id);
  await sweepAll("USDT");
  expect([await sweepOf(small), await sweepOf(held)]).toEqual([null, null]);
  await database().walletHold.updateMany({ where: { depositId: held }, data: { refundedAt: new Date() } });
  await sweepAll("USDT");
  expect(await sweepOf(held)).not.toBeNull();
  expect(await sweepOf(small)).toBeNull();
});

it("frees the deposits of a sweep that the chain reverted, and deducts its cost from the residual balance", async () => {
  await finishSweeps();
  const { deposit } = await paid();
  const [first = ""] = await sweepAll("USDT");
  await simulateSigned(gasOf(first), COST);
  await simulateEnded(gasOf(first), COST, "arrived");
  await simulateSigned(sendOfSweep(first), decimal("0.001"));
  await simulateEnded(sendOfSweep(first), COST, "reverted");
  expect(await sweepOf(deposit)).toBeNull();
  const { addressId } = await database().deposit.findUniqueOrThrow({ where: { id: deposit } });
  const residual = await database().residualBalance.findFirstOrThrow({ where: { addressId } });
  expect(decimal(residual.amount).toFixed()).toBe("0.0009");
  const [second = ""] = await sweepAll("USDT");
  const gas = await database().send.findFirstOrThrow({ where: { purpose: "gas", purposeId: second } });
  expect(decimal(gas.amount).toFixed()).toBe("0.0001");
});

it("sends gas again only if an address does not hold enough of it, not for every rise of fees", async () => {
  await finishSweeps();
  await paid();
  const [first = ""] = await sweepAll("USDT");
  await simulateSigned(gasOf(first), COST);
  await simulateEnded(gasOf(first), COST, "arrived");
  await simulateSigned(sendOfSweep(first), decimal("0.001"));
  await simulateEnded(sendOfSweep(first), COST, "reverted");
  // 0.0009 is left. Sending the difference would cost more than the difference.
  const [second = ""] = await sweepAll("USDT", { needed: decimal("0.0012"), enough: decimal("0.0009") });
  expect(await database().sweep.findUniqueOrThrow({ where: { id: second } })).toMatchObject({ status: "process" });
  expect(await database().send.count({ where: { purpose: "gas", purposeId: second } })).toBe(0);
});

it("pauses an address for longer with each consecutive failed sweep, and continues with the others", async () => {
  await finishSweeps();
  const { deposit } = await paid("500");
  const { addressId } = await database().deposit.findUniqueOrThrow({ where: { id: deposit } });
  const pauseUnitMs = 60_000;
  const isLeftAlone = async () => (await sweepAll("USDT", { addressId, pauseUnitMs })).length === 0;
  const failedAgo = async (seconds: number) => {
    const finalAt = new Date(Date.now() - seconds * 1_000);
    await database().sweep.updateMany({ where: { addressId, status: "fail" }, data: { finalAt } });
  };
  for (const pauseSeconds of [120, 240, 480]) {
    const [sweepId = ""] = await sweepAll("USDT", { addressId, pauseUnitMs });
    await withTransaction(async (tx) => {
      await freeDeposits(tx, sweepId);
      await setSweepStatus(tx, sweepId, "fail");
    });
    await failedAgo(pauseSeconds - 20);
    expect(await isLeftAlone()).toBe(true);
    await failedAgo(pauseSeconds + 20);
  }
  const other = await paid("10");
  await failedAgo(60);
  await sweepAll("USDT", { pauseUnitMs });
  expect([await sweepOf(deposit), (await sweepOf(other.deposit)) !== null]).toEqual([null, true]);
  await database().send.updateMany({ where: { purpose: "gas", status: "queued" }, data: { status: "cancelled" } });
});

/** Completes all sweeps under way. */
async function finishSweeps(): Promise<void> {
  const sweeps = await database().sweep.findMany({ where: { status: { in: ["gas", "process"] } } });
  for (const { id, status } of sweeps) {
    if (status === "gas" && (await simulateSigned(gasOf(id), COST))) await simulateEnded(gasOf(id), COST, "arrived");
    if (await simulateSigned(sendOfSweep(id), COST)) await simulateEnded(sendOfSweep(id), COST, "arrived");
  }
}
