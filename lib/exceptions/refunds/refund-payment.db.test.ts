import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refuseRefund, releaseRefund } from "@/lib/exceptions/refund-outcomes/finish-refund";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import {
  breakRefund,
  confirmRefund,
  liveRefund,
  newPaid,
  newPaidInvoice,
} from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { receivable, reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fundCapital,
  includeAgain,
  invoiceNow,
  openGateway,
  spend,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, give, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(400);
  await fundCapital("USDT", "100000");
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

const TOO_MUCH = "more_than_paid";
const NOT_COMPLETED = "payment_not_completed";

async function refund(payer: Payer, uuid: string, amount: string | null, isSubtract = false) {
  const input = refundInput.parse({ uuid, address: EVM_ADDRESS, is_subtract: isSubtract, amount });
  return await refundPayment(await getMerchant(payer.merchantId), input);
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const statusOf = async (id: string) => (await invoiceNow(id)).status;
const balance = async (name: Parameters<typeof findBalance>[0]) => (await findBalance(name)).toFixed();

describe("partial refunds of a payment", () => {
  test("never exceed the paid amount in total, for any sequence of amounts, failures and fees", async () => {
    const step = fc.record({
      cents: fc.integer({ min: 11, max: 6_000 }),
      isSubtract: fc.boolean(),
      fails: fc.boolean(),
      isRemaining: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const { payer, invoice } = await newPaid();
        await give(payer.merchantId, "USDT", "1000");
        const before = decimal(await walletOf(payer.merchantId));
        let refunded = ZERO;
        let taken = ZERO;
        for (const { cents, isSubtract, fails, isRemaining } of steps) {
          const remaining = decimal("100").minus(refunded);
          const amount = isRemaining ? null : decimal(BigInt(cents)).dividedBy("100");
          const outcome = await refund(payer, invoice.id, amount?.toFixed() ?? null, isSubtract).catch(textOf);
          if (remaining.isZero() || amount?.gt(remaining)) {
            expect(outcome).toBe(TOO_MUCH);
            continue;
          }
          if (typeof outcome === "string") {
            expect([outcome, remaining.lte("0.1")]).toEqual(["refund_too_small", true]);
            continue;
          }
          expect(outcome.amount.toFixed()).toBe((amount ?? remaining).toFixed());
          if (fails) await breakRefund(outcome.id);
          else await confirmRefund(outcome.id);
          if (fails) continue;
          refunded = refunded.plus(outcome.amount);
          taken = taken.plus(outcome.debitedAmount);
        }
        expect(refunded.lte("100")).toBe(true);
        expect(await walletOf(payer.merchantId)).toBe(before.minus(taken).toFixed());
        expect(await balance(reserved(payer.merchantId, "USDT"))).toBe("0");
      }),
      { numRuns: 8 },
    );
    expect(await bookDifferences()).toEqual([]);
  }, 180_000);

  test("created concurrently succeed once: the others are refused because a refund is under way", async () => {
    const { payer, invoice } = await newPaid();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => refund(payer, invoice.id, "60").then(() => "done", textOf)),
    );
    expect(outcomes.toSorted()).toEqual(["done", ...Array.from({ length: 7 }, () => NOT_COMPLETED)]);
    expect(await walletOf(payer.merchantId)).toBe("39");
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    expect(await refund(payer, invoice.id, "60").catch(textOf)).toBe(TOO_MUCH);
  });

  test("concurrent with payouts never spend more than the shared balance", async () => {
    const payer = await newPayer();
    const invoices = await Promise.all(Array.from({ length: 4 }, () => newPaidInvoice(payer)));
    const merchant = await getMerchant(payer.merchantId);
    const payout = (index: number) =>
      createPayout(
        merchant,
        createPayoutInput.parse({
          amount: "70",
          currency: "USDT",
          network: "bsc",
          order_id: `race-${index}`,
          address: EVM_ADDRESS,
          is_subtract: false,
        }),
      );
    // The balance is 396 USDT, and 8 calls request 70 each.
    const outcomes = await Promise.all(
      invoices.flatMap((invoice, index) => [
        refund(payer, invoice.id, "70").then(({ debitedAmount }) => debitedAmount, textOf),
        payout(index).then(({ debitedAmount }) => debitedAmount, textOf),
      ]),
    );
    const refusals = outcomes.filter((outcome) => typeof outcome === "string");
    expect(refusals).toEqual(["not_enough_funds", "not_enough_funds", "not_enough_funds"]);
    const left = decimal("396").minus(sum(outcomes.filter((outcome) => typeof outcome !== "string")));
    expect([await walletOf(payer.merchantId), await balance(reserved(payer.merchantId, "USDT"))]).toEqual([
      left.toFixed(),
      "350",
    ]);
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("a merchant's debt from a reversed payment", () => {
  test("is withheld from refunds, and repaid first by a refund that fails", async () => {
    const { payer, invoice } = await newPaid();
    const reversed = await newPaidInvoice(payer);
    await refund(payer, invoice.id, "90");
    await spend(payer.merchantId, "100");
    const gone = await database().deposit.findFirstOrThrow({ where: { ownerId: reversed.id } });
    await vanish(gone.id, true);
    await settleInvoice(reversed.id);
    // 8 of the 99 were still in the balance.
    expect(await balance(receivable(payer.merchantId, "USDT"))).toBe("-91");
    await breakRefund(await liveRefund({ invoiceId: invoice.id }));
    expect([await balance(receivable(payer.merchantId, "USDT")), await walletOf(payer.merchantId)]).toEqual([
      "-1",
      "0",
    ]);
    await give(payer.merchantId, "USDT", "5");
    expect(await refund(payer, invoice.id, "4.5").catch(textOf)).toBe("not_enough_funds");
    await refund(payer, invoice.id, "4");
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("a payment whose deposit leaves its chain", () => {
  const depositOf = async (invoiceId: string) =>
    (await database().deposit.findFirstOrThrow({ where: { ownerId: invoiceId } })).id;

  test("cannot be refunded while it is unverified, and can be once it is included again", async () => {
    const { payer, invoice } = await newPaid();
    const deposit = await depositOf(invoice.id);
    await vanish(deposit, false);
    expect(await refund(payer, invoice.id, "10").catch(textOf)).toBe(NOT_COMPLETED);
    await includeAgain(deposit);
    await settleInvoice(invoice.id);
    await refund(payer, invoice.id, "10");
  });

  test("during a refund keeps its status, becomes a debt of the merchant, and the refund completes as usual", async () => {
    for (const [end, status] of [
      [confirmRefund, "refund_paid"],
      [breakRefund, "refund_fail"],
    ] as const) {
      const { payer, invoice } = await newPaid();
      await refund(payer, invoice.id, "90");
      const deposit = await depositOf(invoice.id);
      await vanish(deposit, true);
      await settleInvoice(invoice.id);
      expect([await statusOf(invoice.id), await balance(receivable(payer.merchantId, "USDT"))]).toEqual([
        "refund_process",
        "-90",
      ]);
      expect(await database().alarm.count({ where: { kind: "deposit-reversed", subject: deposit } })).toBe(1);
      await end(await liveRefund({ invoiceId: invoice.id }));
      expect(await statusOf(invoice.id)).toBe(status);
      expect(await balance(receivable(payer.merchantId, "USDT"))).toBe(status === "refund_paid" ? "-90" : "0");
      expect(await refund(payer, invoice.id, "1").catch(textOf)).toBe(NOT_COMPLETED);
      await settleInvoice(invoice.id);
      expect(await statusOf(invoice.id)).toBe(status);
      expect(await bookDifferences()).toEqual([]);
    }
  });

  test("after its refund stays refund_paid; the returning deposit becomes a case and is not refunded twice", async () => {
    const { payer, invoice } = await newPaid();
    await refund(payer, invoice.id, "90");
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    const deposit = await depositOf(invoice.id);
    await vanish(deposit, true);
    await settleInvoice(invoice.id);
    await includeAgain(deposit);
    await settleInvoice(invoice.id);
    expect(await statusOf(invoice.id)).toBe("refund_paid");
    expect(await database().case.findFirstOrThrow({ where: { depositId: deposit } })).toMatchObject({
      kind: "extra",
      status: "open",
    });
    expect(await refund(payer, invoice.id, "1").catch(textOf)).toBe(NOT_COMPLETED);
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("a refund that waits for a decision", () => {
  /** Every amount above zero needs a second person. */
  async function newWaiting() {
    const { payer, invoice } = await newPaid();
    await database().merchant.update({ where: { id: payer.merchantId }, data: { approvalAboveUsd: "0" } });
    const { id, status } = await refund(payer, invoice.id, "50");
    return { payer, invoice, id, status };
  }

  test("has reserved its funds and is not sent; when released it is sent, when refused the funds return", async () => {
    const waiting = await newWaiting();
    expect([waiting.status, await walletOf(waiting.payer.merchantId)]).toEqual(["check", "49"]);
    expect(await database().send.count({ where: { purposeId: waiting.id } })).toBe(0);
    await withTransaction((tx) => releaseRefund(tx, waiting.id));
    await expect(withTransaction((tx) => refuseRefund(tx, waiting.id, { reason: "no" }))).rejects.toThrow(
      "no longer needs a decision",
    );
    await confirmRefund(waiting.id);
    expect(await statusOf(waiting.invoice.id)).toBe("refund_paid");

    const refused = await newWaiting();
    await withTransaction((tx) => refuseRefund(tx, refused.id, { reason: "not meant" }));
    expect([await statusOf(refused.invoice.id), await walletOf(refused.payer.merchantId)]).toEqual([
      "refund_fail",
      "99",
    ]);
    await expect(withTransaction((tx) => releaseRefund(tx, refused.id))).rejects.toThrow("no longer needs a decision");
    expect(await database().outflow.findFirstOrThrow({ where: { subjectId: refused.id } })).toMatchObject({
      returnedAt: expect.any(Date),
    });
    expect(await bookDifferences()).toEqual([]);
  });

  test("records its history in its timeline", async () => {
    const { id } = await newWaiting();
    await withTransaction((tx) => releaseRefund(tx, id));
    await confirmRefund(id);
    const events = await database().outflowEvent.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
    expect(events.map(({ event }) => event)).toEqual([
      "created",
      "review-opened",
      "status",
      "status",
      "signed",
      "confirmed",
      "status",
    ]);
  });
});
