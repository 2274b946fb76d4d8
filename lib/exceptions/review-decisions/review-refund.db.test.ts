import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { confirmRefund, liveRefund, newPaid } from "@/lib/exceptions/refunds/testing/refund-rig";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { closeDatabase, database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { bookDifferences, invoiceNow, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { listReviews } from "@/lib/money-out/reviews/list-reviews";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

const CLEAN = "0x52908400098527886E0F7030069857D2E4169EE7";
const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";

beforeAll(async () => {
  await openGateway();
  await fundHot("bsc", "USDT", "100000");
  await importScreeningList({ name: "sanctions", format: "json", text: JSON.stringify([LISTED]), actorId: null });
});
afterEach(async () => expect(await bookDifferences()).toEqual([]));
afterAll(closeDatabase);

let payer: Payer;
let invoice: Invoice;
beforeEach(async () => {
  ({ payer, invoice } = await newPaid());
});

async function order(address: string, amount = "50"): Promise<void> {
  const input = refundInput.parse({ uuid: invoice.id, address, is_subtract: false, amount });
  await refundPayment(await getMerchant(payer.merchantId), input);
}

async function decide(decision: ReviewDecision, as: string | null): Promise<void> {
  const [review] = (await listReviews(payer.merchantId)).open;
  if (review === undefined) throw new Error("nothing waits");
  await decideReview({ reviewId: review.id, decision, merchantId: as, actorId: payer.userId });
}

const situation = async () => {
  const refund = await database().refund.findFirstOrThrow({ where: { invoiceId: invoice.id } });
  const sends = await database().send.count({ where: { purposeId: refund.id } });
  return [refund.status, sends, (await invoiceNow(invoice.id)).status, await walletOf(payer.merchantId)];
};

describe("a refund to a listed address", () => {
  test("waits without a send; when the operator releases it, it is sent and the payment refunded", async () => {
    await order(LISTED);
    expect(await situation()).toEqual(["check", 0, "refund_process", "49"]);
    await expect(decide("approved", payer.merchantId)).rejects.toThrow("Only the operator decides about screening");
    await decide("approved", null);
    expect(await situation()).toEqual(["process", 1, "refund_process", "49"]);
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    expect(await situation()).toEqual(["paid", 1, "refund_paid", "49"]);
  });

  test("fails when the operator refuses it: the funds return, and it no longer counts as refunded", async () => {
    await order(LISTED);
    await decide("refused", null);
    expect(await situation()).toEqual(["fail", 0, "refund_fail", "99"]);
    const outflow = await database().outflow.findFirstOrThrow({ where: { merchantId: payer.merchantId } });
    expect([outflow.kind, outflow.returnedAt === null]).toEqual(["refund", false]);
  });
});

test("a refund above the approval limit waits for a person, and can be refused by one", async () => {
  const limits = { dailyLimitUsd: null, approvalAboveUsd: "20", refundsNeedPayoutKey: false };
  await setOutflowLimits({ merchantId: payer.merchantId, actorId: null, ...limits });
  await order(CLEAN);
  expect((await listReviews(payer.merchantId)).open).toMatchObject([
    { kind: "refund", reason: "approval", valueUsd: "50" },
  ]);
  await decide("refused", payer.merchantId);
  expect(await situation()).toEqual(["fail", 0, "refund_fail", "99"]);
  await order(CLEAN, "20");
  expect((await listReviews(payer.merchantId)).open).toEqual([]);
});
