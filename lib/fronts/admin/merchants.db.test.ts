import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { changeMerchantBlocks, changeMerchantCommission } from "@/lib/fronts/admin/change-merchant";
import { changeOperatorFlag, changeSuspension } from "@/lib/fronts/admin/change-user";
import { listMerchants, readMerchant } from "@/lib/fronts/admin/merchants-queries";
import { MERCHANT_PAGE_SIZE } from "@/lib/fronts/admin/merchants-schema";
import { listUsers } from "@/lib/fronts/admin/users-queries";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { createUser } from "@/lib/people/identity/complete-setup";
import { findSession } from "@/lib/people/identity/session-queries";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const now = () => new Date();
let operatorId: string;

async function newUser(email: string, isOperator = false): Promise<string> {
  const person = { email, name: "Somebody", password: "a long enough password", isOperator };
  return (await withTransaction((tx) => createUser(tx, person))).id;
}

async function newShop(email: string): Promise<{ merchantId: string; userId: string }> {
  const [merchantId, userId] = [await newMerchant(), await newUser(email)];
  await database().merchantMember.create({ data: { merchantId, userId, role: "owner" } });
  return { merchantId, userId };
}

async function openSession(userId: string): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  return (await database().session.create({ data: { userId, expiresAt }, select: { id: true } })).id;
}

beforeAll(async () => {
  await openGateway(30);
  operatorId = await newUser("operator@gateway.test", true);
});
afterAll(closeDatabase);

describe("blocks of a merchant", () => {
  const seen = async (id: string) => (await readMerchant(id, now())).blocksVersion;
  /** As an operator who has just read the merchant, or who read `version`. */
  const block = async (
    id: string,
    arePaymentsBlocked: boolean,
    arePayoutsBlocked: boolean,
    reason = "a court asked for it",
    version?: string,
  ) => {
    const form = { id, version: version ?? (await seen(id)), arePaymentsBlocked, arePayoutsBlocked, reason };
    await changeMerchantBlocks(form, operatorId, now());
  };

  test("payments: refuses new invoices, credits deposits of open ones, and lets payouts continue", async () => {
    const { merchantId } = await newShop("payments@shop.test");
    const open = await newInvoice(merchantId);
    await block(merchantId, true, false);
    await expect(newInvoice(merchantId)).rejects.toMatchObject({ reason: "payments_blocked" });
    await pay(open, { amount: "100" });
    await settleInvoice(open.id);
    expect(await walletOf(merchantId)).toBe("99");
    await expect(assertMayPayOut(merchantId)).resolves.toBeUndefined();
    await block(merchantId, false, false, "the court has decided");
    await expect(newInvoice(merchantId)).resolves.toMatchObject({ merchantId });
  });

  test("payouts: refuses every outflow with the API's own error, and lets payments continue", async () => {
    const { merchantId } = await newShop("payouts@shop.test");
    await block(merchantId, false, true);
    await expect(assertMayPayOut(merchantId)).rejects.toMatchObject({
      reason: "outflow_blocked",
      terms: { isMerchantBlocked: true },
    });
    await expect(newInvoice(merchantId)).resolves.toMatchObject({ merchantId });
  });

  test("audits each change with its reason, actor and values before and after, and rejects a repeated one", async () => {
    const { merchantId } = await newShop("history@shop.test");
    await block(merchantId, true, true, "fraud is suspected");
    await expect(block(merchantId, true, true)).rejects.toMatchObject({ code: "refused" });
    await block(merchantId, true, false, "payouts were checked");
    const { blocks } = await readMerchant(merchantId, now());
    expect(blocks.map(({ id: _id, at: _at, ...event }) => event)).toEqual([
      { by: "Somebody", reason: "payouts were checked", arePaymentsBlocked: true, arePayoutsBlocked: false },
      { by: "Somebody", reason: "fraud is suspected", arePaymentsBlocked: true, arePayoutsBlocked: true },
    ]);
    const events = await database().auditEvent.findMany({ where: { target: merchantId }, orderBy: { id: "asc" } });
    expect(events[1]).toMatchObject({
      before: { arePaymentsBlocked: true, arePayoutsBlocked: true },
      after: { arePaymentsBlocked: true, arePayoutsBlocked: false },
      merchantId: null,
    });
  });

  test("applies one of many concurrent changes", async () => {
    const { merchantId } = await newShop("race@shop.test");
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => block(merchantId, false, true)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("does not lift another operator's block that the actor has not seen", async () => {
    const { merchantId } = await newShop("stale@shop.test");
    const version = await seen(merchantId);
    await block(merchantId, false, true, "the payouts look stolen", version);
    await expect(block(merchantId, true, false, "a court asked for it", version)).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining("Someone else changed this"),
    });
    expect(await readMerchant(merchantId, now())).toMatchObject({ arePaymentsBlocked: false, arePayoutsBlocked: true });
    await block(merchantId, true, true);
    expect(await readMerchant(merchantId, now())).toMatchObject({ arePaymentsBlocked: true, arePayoutsBlocked: true });
  });
});

test("applies a merchant's own commission to new prices, and only from an actor who saw the current one", async () => {
  const { merchantId } = await newShop("commission@shop.test");
  const open = await newInvoice(merchantId);
  const { version } = await readMerchant(merchantId, now());
  await changeMerchantCommission({ id: merchantId, version, commissionPercent: "0.25" }, operatorId);
  await expect(
    changeMerchantCommission({ id: merchantId, version, commissionPercent: "9" }, operatorId),
  ).rejects.toMatchObject({ code: "refused" });
  for (const invoice of [open, await newInvoice(merchantId)]) {
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
  }
  expect(await walletOf(merchantId)).toBe("198.75");
  const detail = await readMerchant(merchantId, now());
  expect(detail).toMatchObject({
    commissionPercent: "0.25",
    volumeUsd: "200",
    balances: [{ currency: "USDT", amount: "198.75" }],
  });
  await changeMerchantCommission({ id: merchantId, version: detail.version, commissionPercent: "" }, operatorId);
  expect((await readMerchant(merchantId, now())).commissionPercent).toBeNull();
});

test("finds merchants by name, owner and id, filters blocked ones, and pages without gap or repeat", async () => {
  const { merchantId } = await newShop("needle@haystack.test");
  await database().merchant.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({ name: `Stall_${index}` })),
  });
  const idsOf = async (query: object) => (await listMerchants(query, now())).items.map(({ id }) => id);
  expect(await idsOf({ q: "needle@" })).toEqual([merchantId]);
  expect(await idsOf({ q: merchantId })).toEqual([merchantId]);
  expect(await idsOf({ q: "stall_4" })).toHaveLength(11);
  expect(await idsOf({ q: "stall%" })).toEqual([]);
  expect(
    (await listMerchants({ status: "blocked" }, now())).items.every(
      (row) => row.arePaymentsBlocked || row.arePayoutsBlocked,
    ),
  ).toBe(true);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listMerchants(cursor === null ? {} : { cursor }, now());
    expect(page.items.length).toBeLessThanOrEqual(MERCHANT_PAGE_SIZE);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect([seen.length, new Set(seen).size]).toEqual([await database().merchant.count(), seen.length]);
});

describe("users", () => {
  const suspend = (id: string, isSuspended: boolean) =>
    changeSuspension({ id, isSuspended, reason: "left the company" }, operatorId, now());
  const flag = (id: string, isOperator: boolean, actorId = operatorId) =>
    changeOperatorFlag({ id, isOperator, reason: "joined the team" }, actorId);

  test("a suspension ends every session at once, and stops payouts of the user's merchant until it is lifted", async () => {
    const { merchantId, userId } = await newShop("suspended@shop.test");
    const sessions = [await openSession(userId), await openSession(userId)];
    await suspend(userId, true);
    for (const id of sessions) expect(await findSession(id, now())).toBeNull();
    await expect(assertMayPayOut(merchantId)).rejects.toMatchObject({ code: "forbidden" });
    expect((await listUsers({ status: "suspended" })).items.map(({ id }) => id)).toEqual([userId]);
    await suspend(userId, false);
    await expect(assertMayPayOut(merchantId)).resolves.toBeUndefined();
    for (const id of sessions) expect(await findSession(id, now())).toBeNull();
    const events = await database().auditEvent.findMany({ where: { target: userId }, orderBy: { id: "asc" } });
    expect(events.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: "user.suspend", before: { isSuspended: false }, after: { isSuspended: true } },
      { action: "user.lift-suspension", before: { isSuspended: true }, after: { isSuspended: false } },
    ]);
  });

  test("refuses to suspend oneself, and to suspend or withdraw the last operator", async () => {
    await expect(suspend(operatorId, true)).rejects.toMatchObject({ code: "refused" });
    await expect(flag(operatorId, false)).rejects.toMatchObject({ code: "refused" });
    const second = await newUser("second@gateway.test");
    await flag(second, true);
    await database().user.update({ where: { id: second }, data: { operatorSince: new Date(0) } });
    await changeSuspension({ id: operatorId, isSuspended: true, reason: "on leave" }, second, now());
    await expect(flag(second, false, second)).rejects.toMatchObject({
      message: expect.stringContaining("last operator"),
    });
    await changeSuspension({ id: operatorId, isSuspended: false, reason: "back" }, second, now());
    await flag(second, false);
  });

  test("keeps one of two operators who withdraw each other concurrently", async () => {
    const second = await newUser("rival@gateway.test", true);
    await Promise.allSettled([flag(second, false), flag(operatorId, false, second)]);
    const left = await database().user.findMany({ where: { isOperator: true }, select: { id: true } });
    expect(left).toHaveLength(1);
    await database().user.update({ where: { id: operatorId }, data: { isOperator: true } });
  });

  test("an operator with a new password cannot suspend, withdraw or reinstate operators for 24 hours, but can suspend others", async () => {
    const [thief, other, ordinary] = [
      await newUser("thief@gateway.test", true),
      await newUser("witness@gateway.test", true),
      await newUser("ordinary@gateway.test"),
    ];
    await database().user.update({ where: { id: thief }, data: { passwordChangedAt: now() } });
    const suspendBy = (id: string, isSuspended: boolean, at = now()) =>
      changeSuspension({ id, isSuspended, reason: "cleaning up" }, thief, at);
    const words = /Your password was changed recently: until .*UTC you cannot/;
    await expect(suspendBy(other, true)).rejects.toThrow(words);
    await expect(flag(other, false, thief)).rejects.toThrow(words);
    await suspendBy(ordinary, true);
    await suspendBy(ordinary, false);
    await suspend(other, true);
    await expect(suspendBy(other, false)).rejects.toThrow(words);
    await suspendBy(other, false, new Date(now().getTime() + 86_400_000));
    for (const id of [thief, other]) await flag(id, false);
  });

  test("mails every operator and the user concerned when an operator is appointed, suspended, reinstated or withdrawn", async () => {
    const address = "newest@gateway.test";
    const newest = await newUser(address);
    await flag(newest, true);
    await suspend(newest, true);
    await suspend(newest, false);
    await flag(newest, false);
    const { email } = await database().user.findUniqueOrThrow({ where: { id: operatorId } });
    for (const recipient of [address, email]) {
      const where = { kind: "operators", recipient, text: { contains: `${address}) ` } };
      const mails = await database().mail.findMany({ where });
      expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
        "New operator",
        "Operator removed",
        "Operator suspended",
        "Operator unsuspended",
      ]);
    }
  });

  test("does not find an unknown user", async () => {
    await expect(suspend(randomUUID(), true)).rejects.toMatchObject({ code: "not_found" });
    await expect(flag(randomUUID(), true)).rejects.toMatchObject({ code: "not_found" });
  });
});
