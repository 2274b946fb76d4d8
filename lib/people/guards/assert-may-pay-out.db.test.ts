import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { createUser } from "@/lib/people/identity/complete-setup";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import type { OutflowLimitsInput } from "@/lib/people/merchants/limits-schema";
import { addMember } from "@/lib/people/merchants/members-repo";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

afterAll(closeDatabase);

const HOUR_MS = 3_600_000;
const NOW = new Date();
const hoursAfter = (hours: number, from = NOW) => new Date(from.getTime() + hours * HOUR_MS);

let who: { merchantId: string; userId: string };
beforeEach(async () => {
  who = await withTransaction(async (tx) => {
    const userId = await newUser(tx);
    return { userId, merchantId: (await createMerchant(tx, { name: "Shop", ownerUserId: userId })).id };
  });
});

async function newUser(tx: Parameters<typeof createUser>[0]): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  return (await createUser(tx, { email, name: "Ada", password: "a long enough password", isOperator: false })).id;
}

const changePassword = (id: string, passwordChangedAt: Date) =>
  database().user.update({ where: { id }, data: { passwordChangedAt } });

const verdict = (now: Date = NOW) =>
  assertMayPayOut(who.merchantId, now).then(
    () => "may",
    (error: Error) => error.message.split(" ")[0],
  );

const FORBIDDEN = "outflow_blocked";

test("a merchant without restrictions may pay out", async () => {
  expect(await verdict()).toBe("may");
});

test("nobody pays out for a merchant that does not exist", async () => {
  await expect(assertMayPayOut(randomUUID())).rejects.toThrow(FORBIDDEN);
});

test("a merchant whose payouts are blocked may not pay out, and may again once unblocked", async () => {
  const block = (payoutsBlockedAt: Date | null) =>
    database().merchant.update({ where: { id: who.merchantId }, data: { payoutsBlockedAt } });
  await block(NOW);
  expect(await verdict(hoursAfter(1000))).toBe(FORBIDDEN);
  await block(null);
  expect(await verdict()).toBe("may");
});

test("a blocked owner stops payouts; a blocked member of another role does not", async () => {
  const managerId = await withTransaction(newUser);
  await withTransaction((tx) => addMember(tx, { merchantId: who.merchantId, userId: managerId, role: "manager" }));
  const block = (id: string) => database().user.update({ where: { id }, data: { isBlocked: true } });
  await block(managerId);
  expect(await verdict()).toBe("may");
  await block(who.userId);
  expect(await verdict()).toBe(FORBIDDEN);
});

describe("a new password", () => {
  test("stops payouts for 24 hours to the millisecond, and no longer", async () => {
    await changePassword(who.userId, NOW);
    expect(await verdict(NOW)).toBe(FORBIDDEN);
    expect(await verdict(new Date(hoursAfter(24).getTime() - 1))).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(24))).toBe("may");
  });

  test.each(MEMBER_ROLES)("of a member who is %s counts only if that role may pay out", async (role) => {
    const userId = await withTransaction(newUser);
    await withTransaction((tx) => addMember(tx, { merchantId: who.merchantId, userId, role }));
    await changePassword(userId, NOW);
    expect(await verdict()).toBe(role === "owner" || role === "manager" ? FORBIDDEN : "may");
  });

  test("of another merchant's owner stops nobody else", async () => {
    const other = await withTransaction(newUser);
    await withTransaction((tx) => createMerchant(tx, { name: "Other", ownerUserId: other }));
    await changePassword(other, NOW);
    expect(await verdict()).toBe("may");
  });
});

describe("the payout key", () => {
  test("stops nothing when it is the first", async () => {
    await rotateKey(who, { kind: "payout", overlapSeconds: 0 });
    expect(await verdict(new Date())).toBe("may");
  });

  test("stops payouts even when it is the first, for 24 hours after a new password of a member who may create it", async () => {
    const userId = await withTransaction(newUser);
    await withTransaction((tx) => addMember(tx, { merchantId: who.merchantId, userId, role: "manager" }));
    const changedAt = new Date();
    await changePassword(userId, changedAt);
    await rotateKey({ ...who, userId }, { kind: "payout", overlapSeconds: 0 });
    expect(await verdict(hoursAfter(23, changedAt))).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(24, changedAt))).toBe("may");
  });

  test("stops payouts for 24 hours when it replaces another, with or without an overlap", async () => {
    await rotateKey(who, { kind: "payout", overlapSeconds: 0 });
    await rotateKey(who, { kind: "payout", overlapSeconds: 3600 });
    const rotatedAt = new Date();
    expect(await verdict(rotatedAt)).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(23, rotatedAt))).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(25, rotatedAt))).toBe("may");
  });

  test("is the only key that counts: a rotated payment key stops nothing", async () => {
    await rotateKey(who, { kind: "payment", overlapSeconds: 0 });
    await rotateKey(who, { kind: "payment", overlapSeconds: 0 });
    expect(await verdict(new Date())).toBe("may");
  });
});

describe("the merchant's own limits", () => {
  const TIGHT = {
    dailyLimitUsd: "1000",
    approvalAboveUsd: "100",
    refundsNeedPayoutKey: true,
    callsNeedTimedSignature: true,
  };
  const set = (changes: Partial<OutflowLimitsInput>) =>
    setOutflowLimits({ merchantId: who.merchantId, actorId: who.userId, ...TIGHT, ...changes });
  const NONE: Partial<OutflowLimitsInput> = {
    dailyLimitUsd: null,
    approvalAboveUsd: null,
    refundsNeedPayoutKey: false,
    callsNeedTimedSignature: false,
  };

  test("stop nothing when tightened or saved unchanged", async () => {
    await setOutflowLimits({ merchantId: who.merchantId, actorId: null, ...NONE });
    await set({
      dailyLimitUsd: "2000",
      approvalAboveUsd: "200.00",
      refundsNeedPayoutKey: false,
      callsNeedTimedSignature: false,
    });
    await set({});
    await set({ dailyLimitUsd: "1000.00" });
    await set({ approvalAboveUsd: "0" });
    expect(await verdict(new Date())).toBe("may");
  });

  test.each([
    ["the daily limit is raised", { dailyLimitUsd: "1000.01" }],
    ["the daily limit is removed", { dailyLimitUsd: null }],
    ["the approval threshold is raised", { approvalAboveUsd: "101" }],
    ["the approval threshold is removed", { approvalAboveUsd: null }],
    ["refunds no longer require the payout key", { refundsNeedPayoutKey: false }],
    ["calls no longer require timed signatures", { callsNeedTimedSignature: false }],
    ["one limit is tightened and another loosened", { dailyLimitUsd: "1", approvalAboveUsd: null }],
  ])("stop payouts for 24 hours when %s", async (_, changes) => {
    await set({});
    await set(changes);
    const loosenedAt = new Date();
    expect(await verdict(loosenedAt)).toBe(FORBIDDEN);
    // Tightening the limit again does not end the cooldown.
    await set({});
    expect(await verdict(hoursAfter(23, loosenedAt))).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(25, loosenedAt))).toBe("may");
  });
});
