import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/db";
import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import { addMember } from "@/lib/merchants/add-member";
import { createMerchant } from "@/lib/merchants/create-merchant";
import { createUser } from "@/lib/merchants/create-user";
import { MEMBER_ROLES } from "@/lib/merchants/role";
import { rotateKey } from "@/lib/merchants/rotate-key";

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
    (error: Error) => error.message,
  );

const FORBIDDEN = "You are forbidden";

test("a merchant about whom nothing is known may pay out", async () => {
  expect(await verdict()).toBe("may");
});

test("nobody pays out for a merchant that does not exist", async () => {
  await expect(assertMayPayOut(randomUUID())).rejects.toThrow(FORBIDDEN);
});

test("a merchant whose payouts are blocked may not, and may again when they are not", async () => {
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

  test.each(MEMBER_ROLES)("of a member who is %s counts exactly if that role may pay out", async (role) => {
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

  test("stops payouts also when it is the first, for 24 hours after a new password of somebody who may make it", async () => {
    const userId = await withTransaction(newUser);
    await withTransaction((tx) => addMember(tx, { merchantId: who.merchantId, userId, role: "developer" }));
    const changedAt = new Date();
    await changePassword(userId, changedAt);
    expect(await verdict(changedAt)).toBe("may");
    await rotateKey({ ...who, userId }, { kind: "payout", overlapSeconds: 0 });
    expect(await verdict(hoursAfter(23, changedAt))).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(24, changedAt))).toBe("may");
  });

  test("stays as good as it was when somebody who may make one changes a password later", async () => {
    await rotateKey(who, { kind: "payout", overlapSeconds: 0 });
    const userId = await withTransaction(newUser);
    await withTransaction((tx) => addMember(tx, { merchantId: who.merchantId, userId, role: "developer" }));
    await changePassword(userId, hoursAfter(1, new Date()));
    expect(await verdict(hoursAfter(2, new Date()))).toBe("may");
  });

  test("stops payouts for 24 hours when it replaces another, with an overlap or without", async () => {
    await rotateKey(who, { kind: "payout", overlapSeconds: 0 });
    await rotateKey(who, { kind: "payout", overlapSeconds: 3600 });
    const rotatedAt = new Date();
    expect(await verdict(rotatedAt)).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(23, rotatedAt))).toBe(FORBIDDEN);
    expect(await verdict(hoursAfter(25, rotatedAt))).toBe("may");
  });

  test("is the only one that counts: a rotated payment key stops nothing", async () => {
    await rotateKey(who, { kind: "payment", overlapSeconds: 0 });
    await rotateKey(who, { kind: "payment", overlapSeconds: 0 });
    expect(await verdict(new Date())).toBe("may");
  });
});
