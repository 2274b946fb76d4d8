import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, database } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { SWEEP_RULES } from "@/lib/ledger/sending-rules-repo";
import { findAllViolations } from "@/lib/ledger/testing/find-all-violations";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { type SimulatedSend, simulateEnded, simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";
import { gasOf, NATIVE, openHotWallet, sendOfSweep, sweepAll } from "@/lib/sending/sweeps/testing/sweep-rig";

/** Number of runs with several steps each, at separate addresses. */
const RUNS = 6;
const NEEDED = decimal("0.001");

beforeAll(async () => {
  await openGateway();
  await openHotWallet("1000");
});
afterAll(closeDatabase);

type Step = {
  readonly kind: "token" | "native" | "plan-token" | "plan-native" | "go";
  readonly part: number;
  readonly isRevert: boolean;
};

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step["kind"]>("token", "native", "plan-token", "plan-native", "go", "go"),
    part: fc.integer({ min: 1, max: 100 }),
    isRevert: fc.boolean(),
  }),
  { minLength: 6, maxLength: 14 },
);

it("tracks an address's balance to the last unit, whatever its sweeps and their gas have cost", async () => {
  await fc.assert(fc.asyncProperty(steps, simulateRun), { numRuns: RUNS });
}, 240_000);

/**
 * Simulates the steps at one address and tracks, next to the books, what the chain would hold
 * there.
 */
async function simulateRun(run: readonly Step[]): Promise<void> {
  const merchantId = await newMerchant();
  const invoice = await newInvoice(merchantId);
  const { id: addressId } = await database().address.findFirstOrThrow({ where: { ownerId: invoice.id } });
  let held = ZERO;
  for (const step of run) {
    if (step.kind === "token") await payAndCredit("USDT", decimal(String(step.part)));
    else if (step.kind === "native") {
      const amount = NEEDED.times(decimal(String(step.part)));
      await payAndCredit(NATIVE, amount);
      held = held.plus(amount);
    } else if (step.kind === "go") held = held.plus(await goOn(addressId, step));
    else await sweepAll(step.kind === "plan-token" ? "USDT" : NATIVE, { needed: NEEDED, addressId });
    expect(held.gte(ZERO)).toBe(true);
  }
  for (let left = 0; left < 4; left += 1)
    held = held.plus(await goOn(addressId, { kind: "go", part: 50, isRevert: false }));
  expect((await booked(addressId)).toFixed()).toBe(held.toFixed());
  expect(await findAllViolations(SWEEP_RULES)).toEqual([]);

  async function payAndCredit(currency: string, amount: Decimal): Promise<void> {
    const depositId = await pay(invoice, { amount: amount.toFixed(), currency });
    await settleInvoice(invoice.id);
    const opened = await database().case.findUnique({ where: { depositId } });
    if (opened?.status === "open") await creditCase({ caseId: opened.id, merchantId, actorId: null });
  }
}

/**
 * Runs the engine's next action for the sweep under way, and returns by how much it changes the
 * address's native coin.
 */
async function goOn(addressId: bigint, { part, isRevert }: Step): Promise<Decimal> {
  const sweep = await database().sweep.findFirst({ where: { addressId, status: { in: ["gas", "process"] } } });
  if (sweep === null) return ZERO;
  const cost = NEEDED.times(decimal(String(part))).dividedBy("100");
  const isGas = sweep.status === "gas";
  const simulated = isGas ? gasOf(sweep.id) : sendOfSweep(sweep.id);
  if (await simulateSigned(simulated, NEEDED)) return ZERO;
  // A transfer of the native coin to an account never reverts.
  const reverts = isRevert && !isGas && sweep.currencyCode !== NATIVE;
  const amount = await amountOf(simulated);
  await simulateEnded(simulated, cost, reverts ? "reverted" : "arrived");
  if (isGas) return amount;
  return sweep.currencyCode === NATIVE ? amount.plus(cost).negated() : cost.negated();
}

async function amountOf({ purpose, purposeId }: SimulatedSend): Promise<Decimal> {
  const send = await database().send.findFirstOrThrow({ where: { purpose, purposeId } });
  return decimal(send.amount);
}

/** Deposits still at the address, plus the residual balance. */
async function booked(addressId: bigint): Promise<Decimal> {
  const deposits = await database().deposit.findMany({ where: { addressId, currencyCode: NATIVE, sweepId: null } });
  const residual = await database().residualBalance.findFirst({ where: { addressId } });
  return deposits.reduce((sum, { amount }) => sum.plus(decimal(amount)), decimal(residual?.amount ?? "0"));
}
