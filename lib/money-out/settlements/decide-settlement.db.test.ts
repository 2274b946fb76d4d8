import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { decideReview } from "@/lib/exceptions/review-decisions/decide-review";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { operatorCapital, receivable } from "@/lib/ledger/account";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery } from "@/lib/ledger/statements/schema";
import { moveValue } from "@/lib/money-in/credits/testing/credit-rig";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import { getPayoutDetail } from "@/lib/money-out/payouts/dashboard-queries";
import {
  EVM_ADDRESS,
  fundHot,
  give,
  insertPayout,
  newPayer,
  type Payer,
  setService,
} from "@/lib/money-out/payouts/testing/payout-rig";
import {
  sendOf,
  simulateConfirmed,
  simulateFailed,
  simulateSigned,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { settleDueRules } from "@/lib/money-out/settlements/settle-due";
import { decide, insertSettlementRule, payoutsOf, ruleNow } from "@/lib/money-out/settlements/testing/settlement-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

type Changes = Partial<Parameters<typeof insertSettlementRule>[0]>;

/** A merchant with this balance and a rule: 10 USDT or more, nothing kept. */
async function withRule(balance: string, changes: Changes = {}): Promise<Payer & { readonly rule: string }> {
  const payer = await newPayer({ USDT: balance });
  const rule = await insertSettlementRule({ merchantId: payer.merchantId, savedById: payer.userId, ...changes });
  return { ...payer, rule };
}

async function paid(payoutId = ""): Promise<void> {
  await simulateSigned(payoutId);
  await simulateConfirmed(payoutId);
}

const alarmOf = (subject: string) =>
  database().alarm.findFirst({ where: { kind: "settlement-stopped", subject, clearedAt: null } });
const stopMails = (ownerId: string) =>
  database().mail.findMany({ where: { reference: { endsWith: `:${ownerId}` }, subject: { contains: "stopped" } } });

describe("a settlement that is due", () => {
  test("pays out everything above what is kept, by one ordinary payout that names it", async () => {
    const { merchantId, userId, rule } = await withRule("25", { keep: "5" });
    await decide(rule);
    const [payout] = await payoutsOf(merchantId);
    expect(payout).toMatchObject({
      ...{
        orderId: `settlement-1-${rule}`,
        status: "process",
        debited: "20",
        createdById: userId,
        address: EVM_ADDRESS,
      },
    });
    expect(await walletOf(merchantId)).toBe("5");
    expect(await sendOf(payout?.id ?? "")).toMatchObject({ status: "queued", toAddress: EVM_ADDRESS });
    const viewer = { userId, mayPayOut: true };
    expect(await getPayoutDetail(merchantId, payout?.id ?? "", viewer)).toMatchObject({ settledCoin: "USDT" });
    const where = { action: "payout.create", target: payout?.id ?? "" };
    expect(await database().auditEvent.findFirst({ where })).toMatchObject({
      ...{ actorId: null, merchantId, detail: { settlement: rule, currency: "USDT" } },
    });
    const statement = await readStatement({ merchantId }, statementQuery.parse({ coin: "USDT" }));
    expect(statement.items).toContainEqual(
      expect.objectContaining({ amount: "-20", subject: expect.objectContaining({ label: `settlement-1-${rule}` }) }),
    );
    expect(await bookDifferences()).toEqual([]);
  });

  test("creates the next payout only after the first has arrived", async () => {
    const { merchantId, rule } = await withRule("25");
    const { openPayoutId } = await decide(rule);
    await give(merchantId, "USDT", "30");
    await decide(rule);
    expect(await payoutsOf(merchantId)).toHaveLength(1);
    await paid(openPayoutId ?? "");
    expect(await decide(rule)).toMatchObject({ openPayoutId: null, stoppedAt: null });
    await decide(rule);
    expect((await payoutsOf(merchantId)).map(({ orderId, debited }) => [orderId, debited])).toEqual([
      [`settlement-1-${rule}`, "25"],
      [`settlement-2-${rule}`, "30"],
    ]);
  });

  test("creates nothing below its smallest payout", async () => {
    const { merchantId, rule } = await withRule("9.99");
    expect(await decide(rule)).toMatchObject({ sequence: 0, stoppedAt: null });
    expect(await payoutsOf(merchantId)).toEqual([]);
  });

  test("moves to its next time when there is too little then, and says so", async () => {
    const { merchantId, rule } = await withRule("9");
    const now = new Date("2026-05-04T09:00:30Z");
    const schedule = { trigger: "daily", minuteOfDay: 540, nextAt: new Date("2026-05-04T09:00:00Z") } as const;
    await database().settlementRule.update({ where: { id: rule }, data: { ...schedule, usableFrom: schedule.nextAt } });
    const after = await decide(rule, now);
    expect(after.nextAt.toISOString()).toBe("2026-05-05T09:00:00.000Z");
    expect(after.note).toContain("below the minimum");
    await give(merchantId, "USDT", "3");
    const paidOut = await decide(rule, new Date("2026-05-08T09:00:01Z"));
    expect([paidOut.nextAt.toISOString(), paidOut.note]).toEqual(["2026-05-09T09:00:00.000Z", null]);
    expect((await payoutsOf(merchantId)).map(({ debited }) => debited)).toEqual(["12"]);
  });

  test("keeps what the merchant owes from a reversed payment", async () => {
    const { merchantId, rule } = await withRule("25");
    await moveValue(receivable(merchantId, "USDT"), operatorCapital("USDT"), "8");
    await decide(rule);
    expect((await payoutsOf(merchantId)).map(({ debited }) => debited)).toEqual(["17"]);
  });

  test("says that a debt holds the balance back", async () => {
    const { merchantId, rule } = await withRule("25");
    await moveValue(receivable(merchantId, "USDT"), operatorCapital("USDT"), "20");
    await settleDueRules();
    expect(await ruleNow(rule)).toMatchObject({ stoppedAt: null, note: expect.stringContaining("is owed") });
    expect(await payoutsOf(merchantId)).toEqual([]);
  });

  test("of more than one payout may have is paid out by several, one after the other", async () => {
    const { merchantId, rule } = await withRule("25");
    await setService("USDT", "bsc", { payoutMax: "15" });
    try {
      const { openPayoutId } = await decide(rule);
      await paid(openPayoutId ?? "");
      await decide(rule);
      await decide(rule);
    } finally {
      await setService("USDT", "bsc", { payoutMax: "10000000" });
    }
    expect((await payoutsOf(merchantId)).map(({ debited }) => debited)).toEqual(["15", "10"]);
  });
});

describe("the scan", () => {
  test("finds what is due: not in a cooldown, not below the balance, not paused, not while paying", async () => {
    const due = await withRule("25");
    const later = await withRule("25", { isUsable: false });
    const poor = await withRule("9");
    const paused = await withRule("25");
    await database().settlementRule.update({ where: { id: paused.rule }, data: { stoppedAt: new Date() } });
    const ended = await withRule("25");
    await database().settlementRule.update({ where: { id: ended.rule }, data: { endedAt: new Date() } });
    await settleDueRules();
    await settleDueRules();
    const counts = await Promise.all(
      [due, later, poor, paused, ended].map(async ({ merchantId }) => (await payoutsOf(merchantId)).length),
    );
    expect(counts).toEqual([1, 0, 0, 0, 0]);
    await decide(later.rule);
    expect(await payoutsOf(later.merchantId)).toEqual([]);
    // An hour before its end, a cooldown still holds; a minute after it, it does not.
    const { usableFrom } = await ruleNow(later.rule);
    await settleDueRules(new Date(usableFrom.getTime() - 3_600_000));
    expect(await payoutsOf(later.merchantId)).toEqual([]);
    await settleDueRules(new Date(usableFrom.getTime() + 60_000));
    expect(await payoutsOf(later.merchantId)).toHaveLength(1);
  });
});

describe("a second person", () => {
  test("has to approve a payout above the merchant's amount, and no other is created meanwhile", async () => {
    const { merchantId, userId, rule } = await withRule("25");
    await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "20" } });
    await decide(rule);
    await give(merchantId, "USDT", "100");
    await settleDueRules();
    const payouts = await payoutsOf(merchantId);
    expect(payouts.map(({ status }) => status)).toEqual(["check"]);
    const review = await database().review.findFirstOrThrow({ where: { subjectId: payouts[0]?.id ?? "" } });
    expect(review).toMatchObject({ reason: "approval", requestedById: userId, decision: null });
    expect(await sendOf(payouts[0]?.id ?? "")).toBeNull();
  });

  test("who refuses it stops the settlement, and the money is back in the balance", async () => {
    const { merchantId, userId, rule } = await withRule("25");
    await database().merchant.update({ where: { id: merchantId }, data: { approvalAboveUsd: "20" } });
    const { openPayoutId } = await decide(rule);
    const { id: reviewId } = await database().review.findFirstOrThrow({ where: { subjectId: openPayoutId ?? "" } });
    await decideReview({ reviewId, decision: "refused", merchantId, actorId: userId });
    await settleDueRules();
    await settleDueRules();
    expect((await ruleNow(rule)).stopReason).toContain("Its payout was cancelled");
    expect(await alarmOf(rule)).not.toBeNull();
    expect([(await payoutsOf(merchantId)).length, await walletOf(merchantId)]).toEqual([1, "25"]);
  });
});

describe("a refused payout stops the settlement, with an alarm and a mail to the owner", () => {
  async function expectStopped(payer: Payer & { rule: string }, reason: string | RegExp): Promise<void> {
    const { stoppedAt, stopReason, openPayoutId } = await ruleNow(payer.rule);
    expect([stoppedAt !== null, openPayoutId]).toEqual([true, null]);
    expect(stopReason).toMatch(reason);
    expect((await alarmOf(payer.rule))?.message).toContain(stopReason);
    const mails = await stopMails(payer.userId);
    expect(mails.map(({ text }) => text.includes(stopReason ?? "-"))).toEqual([true]);
    expect(mails[0]?.text).not.toContain("change your password");
    await settleDueRules();
    expect(await stopMails(payer.userId)).toHaveLength(1);
  }

  test("the operator has blocked the merchant", async () => {
    const payer = await withRule("25");
    await database().merchant.update({ where: { id: payer.merchantId }, data: { payoutsBlockedAt: new Date() } });
    await decide(payer.rule);
    await expectStopped(payer, "The operator has stopped outgoing transfers");
    expect([await payoutsOf(payer.merchantId), await walletOf(payer.merchantId)]).toEqual([[], "25"]);
  });

  test("the daily limit is reached", async () => {
    const payer = await withRule("25");
    await database().merchant.update({ where: { id: payer.merchantId }, data: { dailyLimitUsd: "20" } });
    await decide(payer.rule);
    await expectStopped(payer, "24-hour limit of 20");
    expect([await payoutsOf(payer.merchantId), await walletOf(payer.merchantId)]).toEqual([[], "25"]);
  });

  test("too little is left after the fee", async () => {
    const payer = await withRule("25");
    const setFee = async (payoutFeeFixed: string) => {
      await setService("USDT", "bsc", { payoutFeeFixed });
      // A quote is valid for a minute.
      await database().payoutFeeQuote.deleteMany();
    };
    await setFee("30");
    await decide(payer.rule);
    await setFee("0.1");
    await expectStopped(payer, "too small to cover the network fee");
  });

  test("its member can no longer pay out", async () => {
    const payer = await withRule("25");
    const where = { merchantId_userId: { merchantId: payer.merchantId, userId: payer.userId } };
    await database().merchantMember.update({ where, data: { role: "viewer" } });
    expect((await decide(payer.rule)).stopReason).toContain("can no longer pay out");
    expect(await payoutsOf(payer.merchantId)).toEqual([]);
  });

  test("a backup was restored since a person confirmed it", async () => {
    const payer = await withRule("25");
    const { id } = await database().restore.create({
      data: { backupTakenAt: new Date(), restoredAt: new Date(Date.now() + 1_000), lostAddresses: 0, lastIndexes: {} },
    });
    await decide(payer.rule);
    await database().restore.delete({ where: { id } });
    await expectStopped(payer, "A backup of the gateway was restored");
    expect(await payoutsOf(payer.merchantId)).toEqual([]);
  });

  test("the chain reverts it", async () => {
    const payer = await withRule("25");
    const { openPayoutId } = await decide(payer.rule);
    await simulateSigned(openPayoutId ?? "");
    await simulateFailed(openPayoutId ?? "");
    await settleDueRules();
    await expectStopped(payer, "Its payout failed: the chain reverted it");
    expect([(await payoutsOf(payer.merchantId)).length, await walletOf(payer.merchantId)]).toEqual([1, "25"]);
  });

  test("a person cancels it", async () => {
    const payer = await withRule("25");
    const { openPayoutId } = await decide(payer.rule);
    const { merchantId, userId: actorId } = payer;
    await cancelPayout({ merchantId, payoutId: openPayoutId ?? "", actorId });
    await settleDueRules();
    await expectStopped(payer, "Its payout was cancelled");
    expect((await payoutsOf(merchantId)).map(({ status }) => status)).toEqual(["cancel"]);
  });

  test("somebody has taken its order id", async () => {
    const payer = await withRule("25");
    await insertPayout(payer.merchantId, { orderId: `settlement-1-${payer.rule}`, status: "paid" });
    await decide(payer.rule);
    await expectStopped(payer, "already exists");
    expect([(await payoutsOf(payer.merchantId)).length, await walletOf(payer.merchantId)]).toEqual([1, "25"]);
  });
});

test("a decision that was found due and comes late does nothing before the next time", async () => {
  const { merchantId, rule } = await withRule("25");
  const schedule = { trigger: "daily", minuteOfDay: 540, nextAt: new Date("2026-05-05T09:00:00Z") } as const;
  await database().settlementRule.update({ where: { id: rule }, data: { ...schedule, usableFrom: new Date(0) } });
  await decide(rule, new Date("2026-05-04T09:00:01Z"));
  expect(await payoutsOf(merchantId)).toEqual([]);
});

test("waits, and is not stopped, while its network is unavailable", async () => {
  const { merchantId, rule } = await withRule("25");
  const enable = async (isEnabled: boolean) => {
    await database().network.update({ where: { code: "bsc" }, data: { isEnabled } });
    clearCatalogCache();
  };
  await enable(false);
  const waiting = await decide(rule).finally(() => enable(true));
  expect(waiting).toMatchObject({ stoppedAt: null, openPayoutId: null, note: expect.any(String) });
  expect(await payoutsOf(merchantId)).toEqual([]);
  await decide(rule, waiting.nextAt);
  expect(await payoutsOf(merchantId)).toHaveLength(1);
});

test("waits, and is not stopped, while a security hold lasts", async () => {
  const { merchantId, userId, rule } = await withRule("25");
  await database().user.update({ where: { id: userId }, data: { passwordChangedAt: new Date() } });
  const now = new Date();
  const after = await decide(rule, now);
  expect([after.stoppedAt, after.nextAt.getTime() - now.getTime()]).toEqual([null, 300_000]);
  expect(after.note).toContain("changed their password");
  await database().user.update({ where: { id: userId }, data: { passwordChangedAt: null } });
  await settleDueRules();
  expect(await payoutsOf(merchantId)).toEqual([]);
  await settleDueRules(new Date(now.getTime() + 300_001));
  expect(await payoutsOf(merchantId)).toHaveLength(1);
});

test("a rule that changes while its payout is planned is not settled by its old terms", async () => {
  const { merchantId, rule } = await withRule("25");
  const deciding: Promise<unknown>[] = [];
  await withTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM settlement_rules WHERE id = ${rule}::uuid FOR UPDATE`;
    deciding.push(decide(rule), decide(rule));
    await tx.settlementRule.update({ where: { id: rule }, data: { keep: "20" } });
  });
  await Promise.all(deciding);
  // Above the new amount to keep are 5, less than the smallest payout.
  expect([await payoutsOf(merchantId), await walletOf(merchantId)]).toEqual([[], "25"]);
});
