import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { heldFunds, operatorCapital, reserved } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { findUnverifiedOutflows } from "@/lib/money-out/outflow-checks/find-unverified";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { sendOf } from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";
import { findSend } from "@/lib/sending/sends/repo";
import { insertRawSend } from "@/lib/sending/sends/testing/raw-rows";

/**
 * What passing the guards leaves in the database, and what is reported about a send when part of it
 * is missing or was changed since.
 */

const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";
let payer: Payer;

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
  await fillTreasury("BNB", "10");
});
afterAll(closeDatabase);
beforeEach(async () => {
  payer = await newPayer({ USDT: "1000" });
});

async function order(fields: Record<string, unknown> = {}, requestedById: string | null = null): Promise<string> {
  const input = { amount: "60", currency: "USDT", network: "bsc", order_id: randomUUID(), is_subtract: true };
  const parsed = createPayoutInput.parse({ ...input, address: EVM_ADDRESS, ...fields });
  return (await createPayout(await getMerchant(payer.merchantId), parsed, requestedById)).id;
}

/** Null: nothing is missing. */
async function missing(payoutId: string): Promise<string | null> {
  const send = await sendOf(payoutId);
  if (send === null) throw new Error("there is no send");
  return missingOf(send.id);
}

async function missingOf(sendId: string): Promise<string | null> {
  const send = await findSend(sendId);
  if (send === null) throw new Error("there is no send");
  return (await withTransaction((tx) => findUnverifiedOutflows(tx, [send]))).get(sendId) ?? null;
}

const limit = (approvalAboveUsd: string) =>
  setOutflowLimits({
    ...{ merchantId: payer.merchantId, dailyLimitUsd: null, approvalAboveUsd, refundsNeedPayoutKey: false },
    actorId: null,
  });

const review = (payoutId: string, fields: { reason: "approval" | "look_alike"; decidedById?: string }) =>
  database().review.create({
    data: {
      ...{
        kind: "payout",
        subjectId: payoutId,
        merchantId: payer.merchantId,
        detail: "a drill",
        reason: fields.reason,
      },
      ...(fields.decidedById && { decision: "approved", decidedById: fields.decidedById, decidedAt: new Date() }),
    },
  });

describe("verification succeeds for a payout that passed the guards", () => {
  test.each([
    ["in its own coin", {}],
    ["with the fee deducted from the amount", { is_subtract: false }],
    [
      "in another currency, paid from another coin's balance",
      { currency: "USD", to_currency: "BNB", from_currency: "USDT" },
    ],
  ])("%s", async (_name, fields) => {
    expect(await missing(await order(fields))).toBeNull();
  });

  test("even after the merchant lowered its approval limit, or while no price is available", async () => {
    const payoutId = await order();
    await limit("10");
    expect(await missing(payoutId)).toBeNull();
    await setPrice("USDT", "1", 100_000);
    expect(await missing(payoutId)).toBeNull();
    await setPrice("USDT", "1");
  });
});

describe("verification fails", () => {
  test("when a review is undecided, or the second person is the creator", async () => {
    const [open, own] = [await order(), await order({}, payer.userId)];
    await review(open, { reason: "look_alike" });
    expect(await missing(open)).toBe("an approval is pending or was refused");
    await review(own, { reason: "approval", decidedById: payer.userId });
    expect(await missing(own)).toBe("no second person approved it");
  });

  test("when the merchant required approval for the amount before the payout was created, and no approval exists", async () => {
    const payoutId = await order();
    // As someone with write access to the rows would change the limits: without an audit event.
    await database().merchant.update({ where: { id: payer.merchantId }, data: { approvalAboveUsd: "50" } });
    expect(await missing(payoutId)).toBe("the merchant requires approval for this amount");
    await review(payoutId, { reason: "approval", decidedById: (await newPayer()).userId });
    expect(await missing(payoutId)).toBeNull();
  });

  test("when it is worth more than twice the authorised value", async () => {
    const payoutId = await order();
    await setPrice("USDT", "2.1");
    expect(await missing(payoutId)).toBe("it is worth more than twice the authorised value");
    await setPrice("USDT", "1");
  });

  test("when the authorisation was returned or belongs to another merchant", async () => {
    const payoutId = await order();
    const where = { kind_subjectId: { kind: "payout", subjectId: payoutId } } as const;
    await database().outflow.update({ where, data: { returnedAt: new Date() } });
    expect(await missing(payoutId)).toBe("the authorisation is for another one, or this one was returned");
    await database().outflow.update({ where, data: { returnedAt: null, merchantId: randomUUID() } });
    expect(await missing(payoutId)).toBe("the authorisation is for another one, or this one was returned");
  });

  test("when its funds were already returned", async () => {
    const payoutId = await order();
    const legs = leg(reserved(payer.merchantId, "USDT"), operatorCapital("USDT"), decimal("1"));
    await withTransaction((tx) =>
      postEntry(tx, { kind: "payout.return", reference: payoutId, groupId: payoutId, legs }),
    );
    expect(await missing(payoutId)).toBe("no money is reserved for it");
  });

  test("when a screening list has named its destination since", async () => {
    const payoutId = await order({ address: LISTED });
    expect(await missing(payoutId)).toBeNull();
    await importScreeningList({ name: "sanctions", format: "csv", text: `${LISTED},,Frozen`, actorId: null });
    expect(await missing(payoutId)).toBe("the destination is on a screening list");
  });
});

describe("a case's refund by the operator", () => {
  async function insertRawRefund(isOperator: boolean): Promise<string> {
    const person = { email: `${randomUUID()}@example.com`, name: "Ada", passwordHash: "x", isOperator };
    const { id: actorId } = await database().user.create({ data: person, select: { id: true } });
    const [id, caseId] = [randomUUID(), randomUUID()];
    const coin = { networkCode: "bsc", currencyCode: "USDT" };
    const amounts = { amount: "5", sentAmount: "5", commission: "0", debitedAmount: "5" };
    const how = { fromCode: "USDT", isSubtract: false, createdById: actorId, address: EVM_ADDRESS };
    await database().refund.create({ data: { id, kind: "case", caseId, ...coin, ...amounts, ...how } });
    const detail = { refund: id, amount: "5", currency: "USDT", address: EVM_ADDRESS };
    await database().auditEvent.create({ data: { actorId, action: "case.refund", target: caseId, detail } });
    const held = leg(operatorCapital("USDT"), heldFunds("", "USDT"), decimal("5"));
    const kept = leg(heldFunds("", "USDT"), reserved("", "USDT"), decimal("5"));
    await withTransaction((tx) => postEntry(tx, { kind: "capital.fund", reference: id, groupId: id, legs: held }));
    await withTransaction((tx) => postEntry(tx, { kind: "refund.reserve", reference: id, groupId: id, legs: kept }));
    return insertRawSend("refund", id, { ...coin, amount: "5", address: EVM_ADDRESS });
  }

  test("passes no guards: it is signed only if the audit log names an operator for it", async () => {
    expect(await missingOf(await insertRawRefund(true))).toBeNull();
    expect(await missingOf(await insertRawRefund(false))).toBe("it was not authorised, and no operator created it");
  });
});
