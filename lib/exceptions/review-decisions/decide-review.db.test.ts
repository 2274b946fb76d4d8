import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { listOpenReviews } from "@/lib/money-out/payouts/dashboard-reviews";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { sendOf } from "@/lib/money-out/payouts/testing/simulated-engine";
import { listReviews } from "@/lib/money-out/reviews/list-reviews";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";
import { trustDestination } from "@/lib/people/guards/destinations-repo";
import { createUser } from "@/lib/people/identity/complete-setup";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { importScreeningList } from "@/lib/people/screening/import-list";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

const CLEAN = "0x52908400098527886E0F7030069857D2E4169EE7";
const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";
const LISTED_LOOK_ALIKE = "0x8576000000000000000000000000000000003530";

let operatorId: string;
beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
  await importScreeningList({ name: "sanctions", format: "csv", text: LISTED, actorId: null });
  operatorId = await newUser();
});
afterEach(async () => expect(await bookDifferences()).toEqual([]));
afterAll(closeDatabase);

async function newUser(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const fields = { email, name: "Grace", password: "a long enough password", isOperator: false };
  return (await withTransaction((tx) => createUser(tx, fields))).id;
}

let merchantId: string;
let ownerId: string;
let managerId: string;
beforeEach(async () => {
  const payer = await newPayer({ USDT: "1000" });
  [merchantId, ownerId, managerId] = [payer.merchantId, payer.userId, await newUser()];
  await withTransaction((tx) => addMember(tx, { merchantId, userId: managerId, role: "manager" }));
  const limits = { dailyLimitUsd: null, approvalAboveUsd: "50", refundsNeedPayoutKey: false };
  await setOutflowLimits({ merchantId, actorId: ownerId, ...limits });
});

async function order(amount: string, { address = CLEAN, by = null as string | null } = {}) {
  const input = createPayoutInput.parse({
    amount,
    currency: "USDT",
    network: "bsc",
    order_id: randomUUID(),
    address,
    is_subtract: true,
    url_callback: "https://shop.example/payouts",
  });
  const payout = await createPayout(await getMerchant(merchantId), input, by);
  const reviews = await database().review.findMany({ where: { subjectId: payout.id }, orderBy: { openedAt: "asc" } });
  const reviewOf = (reason: string) => reviews.find((review) => review.reason === reason)?.id ?? randomUUID();
  return { id: payout.id, reasons: reviews.map(({ reason }) => reason).sort(), reviewOf };
}

const vote = (reviewId: string, actorId: string, decision: ReviewDecision, as: string | null = merchantId) =>
  decideReview({ reviewId, decision, merchantId: as, actorId }).then(
    () => "done",
    (error: Error) => error.message,
  );
const blockersOf = async (userId: string) =>
  (await listOpenReviews(merchantId, { userId, mayPayOut: true })).items.map(({ blocker }) => blocker);
const statusOf = async (id: string) => (await database().payout.findUniqueOrThrow({ where: { id } })).status;
const audited = (target: string) => database().auditEvent.findMany({ where: { action: "review.decide", target } });

describe("a payout above the approval limit", () => {
  test("waits without a send, with its funds reserved, and is sent when another person approves", async () => {
    const payout = await order("51", { by: ownerId });
    const review = payout.reviewOf("approval");
    expect([await statusOf(payout.id), await sendOf(payout.id)]).toEqual(["check", null]);
    expect(await walletOf(merchantId)).toBe("948.9");
    expect(await vote(review, managerId, "approved")).toBe("done");
    expect(await statusOf(payout.id)).toBe("process");
    expect(await sendOf(payout.id)).toMatchObject({ status: "queued", toAddress: CLEAN });
    expect(await audited(review)).toMatchObject([
      { actorId: managerId, merchantId, detail: { reason: "approval", decision: "approved" } },
    ]);
    const events = await database().outflowEvent.findMany({ where: { subjectId: payout.id }, orderBy: { id: "asc" } });
    expect(events.map(({ event }) => event).slice(0, 3)).toEqual(["created", "review-opened", "review-decided"]);
  });

  test("cannot be approved by its creator, who may still refuse it", async () => {
    const payout = await order("51", { by: ownerId });
    const review = payout.reviewOf("approval");
    expect(await vote(review, ownerId, "approved")).toBe("You created it yourself: another person must approve it");
    expect(await statusOf(payout.id)).toBe("check");
    expect(await vote(review, ownerId, "refused")).toBe("done");
    expect([await statusOf(payout.id), await walletOf(merchantId)]).toEqual(["cancel", "1000"]);
  });

  test("created by a back end can be approved by any one person", async () => {
    const payout = await order("51");
    expect(await vote(payout.reviewOf("approval"), ownerId, "approved")).toBe("done");
    expect(await statusOf(payout.id)).toBe("process");
  });

  test.each(["current", "earlier"])(
    "created by a back end cannot be approved by the creator of its %s key, who may refuse it",
    async (which) => {
      await database().apiKey.deleteMany({ where: { merchantId, kind: "payout" } });
      const longAgo = { createdAt: new Date(Date.now() - 3 * 24 * 3_600_000) };
      await rotateKey({ merchantId, userId: ownerId }, { kind: "payout", overlapSeconds: 3600 });
      if (which === "earlier")
        await rotateKey({ merchantId, userId: managerId }, { kind: "payout", overlapSeconds: 3600 });
      await database().apiKey.updateMany({ where: { merchantId, kind: "payout" }, data: longAgo });
      const payout = await order("51");
      const review = payout.reviewOf("approval");
      expect(await vote(review, ownerId, "approved")).toBe(
        "You created the key used for it: another person must approve it",
      );
      expect(await statusOf(payout.id)).toBe("check");
      // The page offers no button that would be refused.
      expect(await blockersOf(ownerId)).toEqual(["key"]);
      expect(await blockersOf(await newUser())).toEqual([null]);
      expect(await vote(review, ownerId, "refused")).toBe("done");
    },
  );

  test("created by a back end can be approved by someone other than the creator of its key", async () => {
    await database().apiKey.deleteMany({ where: { merchantId, kind: "payout" } });
    await rotateKey({ merchantId, userId: ownerId }, { kind: "payout", overlapSeconds: 0 });
    const payout = await order("51");
    expect(await vote(payout.reviewOf("approval"), managerId, "approved")).toBe("done");
    expect(await statusOf(payout.id)).toBe("process");
  });

  test("once refused returns all funds, no longer counts against limits, and cannot be decided again", async () => {
    const payout = await order("51");
    const review = payout.reviewOf("approval");
    expect(await vote(review, managerId, "refused")).toBe("done");
    expect([await statusOf(payout.id), await walletOf(merchantId)]).toEqual(["cancel", "1000"]);
    const outflow = await database().outflow.findFirstOrThrow({ where: { subjectId: payout.id } });
    expect(outflow.returnedAt).not.toBeNull();
    expect(await vote(review, ownerId, "approved")).toBe("This was already refused");
  });

  test("cancelled in the meantime no longer needs a decision", async () => {
    const payout = await order("51");
    await cancelPayout({ merchantId, payoutId: payout.id, actorId: ownerId });
    expect((await listReviews(merchantId)).open).toEqual([]);
    expect(await vote(payout.reviewOf("approval"), managerId, "approved")).toMatch(/no longer needs a decision/);
    expect([await statusOf(payout.id), await sendOf(payout.id)]).toEqual(["cancel", null]);
  });

  test("cannot be approved while the merchant may not pay out", async () => {
    const payout = await order("51");
    await rotateKey({ merchantId, userId: ownerId }, { kind: "payout", overlapSeconds: 0 });
    expect(await vote(payout.reviewOf("approval"), managerId, "approved")).toMatch(/^outflow_blocked /);
    expect(await statusOf(payout.id)).toBe("check");
  });
});

describe("two concurrent decisions", () => {
  test("on one review: one succeeds, the others are refused, and the payout is sent at most once", async () => {
    const verdicts = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const payout = await order("51");
      const review = payout.reviewOf("approval");
      const answers = await Promise.all([
        vote(review, ownerId, "approved"),
        vote(review, managerId, "refused"),
        vote(review, managerId, "approved"),
      ]);
      expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
      const status = await statusOf(payout.id);
      verdicts.add(status);
      expect((await sendOf(payout.id)) === null).toBe(status === "cancel");
      if (status === "process") await cancelPayout({ merchantId, payoutId: payout.id, actorId: ownerId });
    }
    expect(verdicts.size).toBeGreaterThan(0);
    expect(await walletOf(merchantId)).toBe("1000");
  });

  test("on different reviews of one payout release it once, in any order", async () => {
    const payout = await order("51", { address: LISTED });
    expect(payout.reasons).toEqual(["approval", "screening"]);
    const answers = await Promise.all([
      vote(payout.reviewOf("approval"), ownerId, "approved"),
      vote(payout.reviewOf("screening"), operatorId, "approved", null),
    ]);
    expect(answers).toEqual(["done", "done"]);
    expect(await statusOf(payout.id)).toBe("process");
  });

  test("a decision concurrent with a cancellation leaves the payout cancelled and the funds returned once", async () => {
    const payout = await order("51");
    const [voted] = await Promise.all([
      vote(payout.reviewOf("approval"), managerId, "approved"),
      cancelPayout({ merchantId, payoutId: payout.id, actorId: ownerId }).catch(() => undefined),
    ]);
    expect(["done", "This payout no longer needs a decision"]).toContain(voted);
    expect([await statusOf(payout.id), await walletOf(merchantId)]).toEqual(["cancel", "1000"]);
  });
});

describe("a payout to a listed address", () => {
  test("is decided by the operator; the merchant can see it but not decide", async () => {
    const payout = await order("10", { address: LISTED });
    const review = payout.reviewOf("screening");
    expect(await vote(review, ownerId, "approved")).toBe("Only the operator decides about screening");
    expect((await listReviews(merchantId)).open).toMatchObject([
      {
        id: review,
        reason: "screening",
        address: LISTED,
        amount: "10",
        currency: "USDT",
        commission: "0.1",
        debitedAmount: "10.1",
        fromCurrency: "USDT",
        network: "bsc",
        valueUsd: "10.1",
      },
    ]);
    expect(await vote(review, operatorId, "approved", null)).toBe("done");
    expect(await statusOf(payout.id)).toBe("process");
  });

  test("cannot be released, but can be refused, by an operator within the cooldown after a password change", async () => {
    const payout = await order("30", { address: LISTED });
    await database().user.update({ where: { id: managerId }, data: { passwordChangedAt: new Date() } });
    const review = payout.reviewOf("screening");
    expect(await vote(review, managerId, "approved", null)).toMatch(
      /^Your password was changed recently: until .*UTC you cannot/,
    );
    expect(await vote(review, managerId, "refused", null)).toBe("done");
  });

  test("fails when the operator refuses it, and its funds return", async () => {
    const payout = await order("10", { address: LISTED });
    expect(await vote(payout.reviewOf("screening"), operatorId, "refused", null)).toBe("done");
    expect([await statusOf(payout.id), await walletOf(merchantId)]).toEqual(["fail", "1000"]);
  });

  test("is sent only when all reviews are approved; the first refusal ends it and its other reviews", async () => {
    const payout = await order("51", { address: LISTED });
    expect(await vote(payout.reviewOf("approval"), ownerId, "approved")).toBe("done");
    expect([await statusOf(payout.id), await sendOf(payout.id)]).toEqual(["check", null]);
    expect(await vote(payout.reviewOf("screening"), operatorId, "refused", null)).toBe("done");
    expect(await statusOf(payout.id)).toBe("fail");
    const another = await order("51", { address: LISTED });
    expect(await vote(another.reviewOf("screening"), operatorId, "refused", null)).toBe("done");
    expect(await vote(another.reviewOf("approval"), ownerId, "approved")).toMatch(/no longer needs a decision/);
    expect(await walletOf(merchantId)).toBe("1000");
  });
});

describe("an address that resembles a trusted one", () => {
  test("is trusted once a user of the merchant confirms that it is intended", async () => {
    const meant = LISTED_LOOK_ALIKE.replace("8576", "1234");
    const alike = meant.replace("000", "111");
    await withTransaction((tx) => trustDestination(tx, { merchantId, network: "bsc", address: meant }));
    const payout = await order("10", { address: alike });
    expect(payout.reasons).toEqual(["look_alike"]);
    expect(await vote(payout.reviewOf("look_alike"), operatorId, "approved", null)).toBe(
      "Only the merchant decides about this",
    );
    expect(await vote(payout.reviewOf("look_alike"), ownerId, "approved")).toBe("done");
    expect((await order("10", { address: alike })).reasons).toEqual([]);
  });
});

describe("a review of another merchant", () => {
  test("is answered as for an unknown review", async () => {
    const payout = await order("51");
    const other = await newPayer();
    const asked = vote(payout.reviewOf("approval"), other.userId, "approved", other.merchantId);
    expect(await asked).toBe("Review not found");
    expect(await vote(randomUUID(), ownerId, "approved")).toBe("Review not found");
    expect((await listReviews(other.merchantId)).open).toEqual([]);
    expect((await listReviews(merchantId)).open.map(({ subjectId }) => subjectId)).toContain(payout.id);
    const listed = await order("51", { address: LISTED });
    const operators = (await listReviews(null)).open.filter(({ merchant }) => merchant.id === merchantId);
    expect(operators).toMatchObject([{ subjectId: listed.id, reason: "screening" }]);
  });
});
