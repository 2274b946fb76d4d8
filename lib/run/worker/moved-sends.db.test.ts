import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundSends } from "@/lib/exceptions/refund-outcomes/refund-sends";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { newPaid } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { feesEarned, inFlightCustody, networkCosts, operatorCapital, reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { payoutSends } from "@/lib/money-out/payouts/payout-sends";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { connectSendOwners } from "@/lib/run/worker/registry";
import { foundIn, moveFound, settleFound, simulateReplaced } from "@/lib/sending/sends/testing/simulated-chain";
import { type SimulatedSend, simulateSigned } from "@/lib/sending/sweeps/testing/simulated-sends";
import { gasOf, NATIVE, openHotWallet, sendOfSweep, sweepAll, sweepOf } from "@/lib/sending/sweeps/testing/sweep-rig";
import { createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { withdrawalSends } from "@/lib/sending/treasury/withdrawal-sends";

/**
 * How each kind of send handles a reorganisation that moves its settled transaction into another
 * block, possibly in another version.
 */

const FEE_MAX = decimal("0.01");
const [COST, COST_AFTER] = [decimal("0.004"), decimal("0.007")];
const HEIGHT = 900;

beforeAll(async () => {
  await openGateway(20);
  connectSendOwners();
  await openHotWallet("1000");
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

const newHash = () => `0x${randomBytes(32).toString("hex")}`;

/** Signs two versions and settles the first; `move` makes a version appear in another block. */
async function settled(simulated: SimulatedSend, version = 1) {
  expect(await simulateSigned(simulated, FEE_MAX)).toBe(true);
  const { purpose, purposeId } = simulated;
  const { outgoingId } = await database().send.findFirstOrThrow({ where: { purpose, purposeId } });
  if (outgoingId === null) throw new Error("it is not signed");
  const second = newHash();
  await simulateReplaced(outgoingId, second);
  const height = HEIGHT;
  expect(await settleFound(await foundIn(outgoingId, { height, hash: newHash(), version, cost: COST }))).toBe(true);
  const { transactionId: first } = await database().signedTransaction.findFirstOrThrow({
    where: { outgoingId, version: 1 },
  });
  return {
    first,
    second,
    async move(to: { version: number; cost?: typeof COST }) {
      const { version, cost = COST_AFTER } = to;
      const found = await foundIn(outgoingId, { height: height + 1, hash: newHash(), version, cost });
      await moveFound(found);
      const { blockHeight, blockHash, includedVersion, status } =
        await database().outgoingTransaction.findUniqueOrThrow({
          where: { id: outgoingId },
        });
      expect({ blockHeight, blockHash, includedVersion, status }).toEqual({
        blockHeight: BigInt(height + 1),
        blockHash: found.status.block.hash,
        includedVersion: version,
        status: "settled",
      });
    },
  };
}

/** A merchant's balances must be the same before and after; the network fee follows the block. */
async function books(merchantId: string) {
  const text = async (name: Parameters<typeof findBalance>[0]) => (await findBalance(name)).toFixed();
  return {
    wallet: await walletOf(merchantId),
    reserved: await text(reserved(merchantId, "USDT")),
    earned: await text(feesEarned("USDT")),
    capital: await text(operatorCapital("USDT")),
    inFlight: [await text(inFlightCustody("bsc", "USDT")), await text(inFlightCustody("bsc", NATIVE))],
  };
}

const costs = () => findBalance(networkCosts(NATIVE));
const webhooks = (objectId: string) => database().webhookDelivery.count({ where: { objectId } });
const events = async (subjectId: string) =>
  (await database().outflowEvent.findMany({ where: { subjectId }, orderBy: { id: "asc" } })).map(({ event }) => event);

/**
 * Expects that the network's fee is rebooked for the final block, and nothing else in the books
 * moves.
 */
async function expectOnlyCosts(merchantId: string, move: () => Promise<void>): Promise<void> {
  const [before, costBefore] = [await books(merchantId), await costs()];
  await move();
  expect(await books(merchantId)).toEqual(before);
  expect((await costs()).minus(costBefore).abs().toFixed()).toBe(COST_AFTER.minus(COST).toFixed());
  expect(await bookDifferences()).toEqual([]);
}

async function newPayout() {
  const { merchantId } = await newPayer({ USDT: "1000" });
  const fields = { amount: "3", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: false };
  const input = createPayoutInput.parse({ ...fields, order_id: randomUUID(), url_callback: "http://127.0.0.1:9/hook" });
  const { id } = await createPayout(await getMerchant(merchantId), input);
  const simulated: SimulatedSend = { purpose: "payout", owner: payoutSends, purposeId: id, native: NATIVE };
  const row = () => database().payout.findUniqueOrThrow({ where: { id } });
  return { merchantId, id, row, ...(await settled(simulated)) };
}

test("a payout in the same version stays unchanged, sends no webhook, and costs what the other block charged", async () => {
  const { merchantId, id, row, move } = await newPayout();
  const before = [await row(), await webhooks(id), await events(id)];
  await expectOnlyCosts(merchantId, () => move({ version: 1 }));
  expect([await row(), await webhooks(id), await events(id)]).toEqual(before);
});

test("a payout in another version shows its transaction and a timeline entry, sends no webhook, and stays paid", async () => {
  const { merchantId, id, row, first, second, move } = await newPayout();
  const sent = await webhooks(id);
  expect(sent).toBeGreaterThan(0);
  expect(await row()).toMatchObject({ status: "paid", transactionId: first });
  await expectOnlyCosts(merchantId, () => move({ version: 2 }));
  expect(await row()).toMatchObject({ status: "paid", transactionId: second });
  expect((await events(id)).at(-1)).toBe("replaced");
  expect(await webhooks(id)).toBe(sent);
  // Finding it there again changes nothing.
  const [lines, cost] = [await events(id), (await costs()).toFixed()];
  await move({ version: 2 });
  expect([await events(id), (await costs()).toFixed()]).toEqual([lines, cost]);
});

test("a refund in another version shows its transaction; neither it nor its payment changes status or sends another webhook", async () => {
  const { payer, invoice } = await newPaid("100", { url_callback: "http://127.0.0.1:9/hook" });
  const input = refundInput.parse({ uuid: invoice.id, address: EVM_ADDRESS, is_subtract: true, amount: "40" });
  const { id } = await refundPayment(await getMerchant(payer.merchantId), input);
  const { move, first, second } = await settled({
    purpose: "refund",
    owner: refundSends,
    purposeId: id,
    native: NATIVE,
  });
  const row = () => database().refund.findUniqueOrThrow({ where: { id } });
  const sent = await webhooks(invoice.id);
  expect(await row()).toMatchObject({ status: "paid", transactionId: first });
  await expectOnlyCosts(payer.merchantId, () => move({ version: 2 }));
  expect(await row()).toMatchObject({ status: "paid", transactionId: second });
  expect((await events(id)).at(-1)).toBe("replaced");
  expect((await invoiceNow(invoice.id)).status).toBe("refund_paid");
  expect(await webhooks(invoice.id)).toBe(sent);
});

test("a withdrawal in another version shows its transaction and stays paid", async () => {
  const merchantId = await newMerchant();
  const person = { email: `${randomUUID()}@example.com`, name: "Operator", passwordHash: "x", isOperator: true };
  const { id: actorId } = await database().user.create({ data: person, select: { id: true } });
  const coin = { networkCode: "bsc", currencyCode: "USDT", amount: decimal("60"), memo: "" };
  const order = { ...coin, commandId: randomUUID(), kind: "capital" as const, address: EVM_ADDRESS, actorId };
  const { id } = await createWithdrawal(order);
  const simulated: SimulatedSend = { purpose: "withdrawal", owner: withdrawalSends, purposeId: id, native: NATIVE };
  const { move, first, second } = await settled(simulated);
  const row = () => database().withdrawal.findUniqueOrThrow({ where: { id } });
  expect(await row()).toMatchObject({ status: "paid", transactionId: first });
  await expectOnlyCosts(merchantId, () => move({ version: 2 }));
  expect(await row()).toMatchObject({ status: "paid", transactionId: second });
});

test("gas keeps the amount it brought to the address, and its sweep leaves less there by the other block's fee", async () => {
  const merchantId = await newMerchant();
  const invoice = await newInvoice(merchantId);
  const depositId = await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  const { id: addressId } = await database().address.findFirstOrThrow({ where: { ownerId: invoice.id } });
  await sweepAll("USDT", { needed: FEE_MAX, addressId });
  const sweepId = await sweepOf(depositId);
  if (sweepId === null) throw new Error("it is not swept");
  const residual = async () =>
    decimal((await database().residualBalance.findFirstOrThrow({ where: { addressId } })).amount).toFixed();
  const status = async () => (await database().sweep.findUniqueOrThrow({ where: { id: sweepId } })).status;

  const gas = await settled(gasOf(sweepId));
  expect([await residual(), await status()]).toEqual([FEE_MAX.toFixed(), "process"]);
  await expectOnlyCosts(merchantId, () => gas.move({ version: 2 }));
  // The hot wallet paid for it, and the following sweep is queued once.
  expect([await residual(), await status()]).toEqual([FEE_MAX.toFixed(), "process"]);
  expect(await database().send.count({ where: { purposeId: sweepId } })).toBe(2);

  const sweep = await settled(sendOfSweep(sweepId));
  expect([await residual(), await status()]).toEqual([FEE_MAX.minus(COST).toFixed(), "done"]);
  await expectOnlyCosts(merchantId, () => sweep.move({ version: 2 }));
  expect([await residual(), await status()]).toEqual([FEE_MAX.minus(COST_AFTER).toFixed(), "done"]);
  // A more expensive block, and back to a cheaper one: the residual balance follows both ways.
  await sweep.move({ version: 1, cost: COST });
  expect(await residual()).toBe(FEE_MAX.minus(COST).toFixed());
  expect(await bookDifferences()).toEqual([]);
});
