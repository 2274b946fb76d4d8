import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportAudit } from "@/lib/fronts/dashboard/export-audit";
import { listNamedAudit } from "@/lib/fronts/dashboard/named-audit";
import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import { type AuditRecord, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

const NOW = new Date("2026-11-21T12:00:00Z");

beforeAll(() => openGateway());
afterAll(closeDatabase);

const write = (record: Omit<AuditRecord, "actorId">) =>
  withTransaction((tx) => recordAudit(tx, { actorId: null, ...record }));

const newPayout = (merchantId: string, orderId: string) =>
  database().payout.create({
    data: {
      merchantId,
      orderId,
      amountText: "1",
      amount: "1",
      currencyCode: "USDT",
      payerCode: "USDT",
      networkCode: "bsc",
      address: "0x1",
      isSubtract: true,
      commission: "0",
      sentAmount: "1",
      debitedAmount: "1",
      fromCode: "USDT",
      balanceAfter: "0",
      priority: "recommended",
    },
  });

async function newMember(merchantId: string, name: string) {
  const user = await database().user.create({
    data: { email: `${randomUUID()}@example.com`, name, passwordHash: "none" },
  });
  await database().merchantMember.create({ data: { merchantId, userId: user.id, role: "manager" } });
  return user;
}

/** Writes an entry of the merchant about the object, and returns how the viewer sees the object. */
async function seenBy(
  viewer: { merchantId: string } | "operator",
  entry: { merchantId?: string; of: AuditAction; target: string },
) {
  const { of: action, target, merchantId } = entry;
  await write({ action, target, ...(merchantId !== undefined && { merchantId }) });
  const { items } = await listNamedAudit(viewer, { q: target });
  return items[0]?.object;
}

test("an entry names its object as people know it, with the path of its page", async () => {
  const merchantId = await newMerchant();
  const viewer = { merchantId };
  const invoice = await newInvoice(merchantId);
  const payout = await newPayout(merchantId, "order-1234");
  const ann = await newMember(merchantId, "Ann Lee");
  const review = await database().review.create({
    data: { kind: "payout", subjectId: payout.id, merchantId, reason: "approval", detail: "over the limit" },
  });
  const seen = (of: AuditAction, target: string) => seenBy(viewer, { merchantId, of, target });

  const payoutSeen = { label: "Payout", name: "order-1234", path: `/payouts/${payout.id}` };
  expect(await seen("payout.cancel", payout.id)).toEqual(payoutSeen);
  expect(await seen("review.decide", review.id)).toEqual(payoutSeen);
  expect(await seen("invoice.cancel", invoice.id)).toEqual({
    label: "Invoice",
    name: invoice.orderId,
    path: `/invoices/${invoice.id}`,
  });
  expect(await seen("member.change-role", ann.id)).toEqual({
    label: "",
    name: `Ann Lee (${ann.email})`,
    path: "/settings/members",
  });
});

test("an entry never names another merchant's object, nor a person who is no member", async () => {
  const [merchantId, other] = [await newMerchant(), await newMerchant()];
  const foreign: [AuditAction, string][] = [
    ["invoice.cancel", (await newInvoice(other)).id],
    ["payout.cancel", (await newPayout(other, "secret-order")).id],
    ["member.remove", (await newMember(other, "Somebody else")).id],
    ["merchant.change", other],
  ];
  for (const [of, target] of foreign) {
    expect([of, await seenBy({ merchantId }, { merchantId, of, target })]).toEqual([of, null]);
    // The operator sees every merchant, but no name across the entry's own merchant.
    const { items } = await listNamedAudit("operator", { q: target });
    if (of !== "member.remove") expect([of, items[0]?.object]).toEqual([of, null]);
    expect([of, await seenBy("operator", { merchantId: other, of, target })]).not.toEqual([of, null]);
  }
});

test("no object of the installation is named to a merchant", async () => {
  const merchantId = await newMerchant();
  const data = { purpose: "payout", purposeId: randomUUID(), networkCode: "bsc", currencyCode: "USDT" } as const;
  const send = await database().send.create({ data: { ...data, amount: "12.50", toAddress: "0x1" } });
  expect(await seenBy({ merchantId }, { merchantId, of: "send.fail", target: send.id })).toBeNull();
  expect(await seenBy("operator", { of: "send.fail", target: send.id })).toEqual({
    label: "Send of",
    name: "12.5 USDT",
    path: `/operator/sends/${send.id}`,
  });
});

test("an object that is gone, and one that is named by a code, keep their id", async () => {
  const merchantId = await newMerchant();
  for (const target of [randomUUID(), "USDT", "' OR 1=1 --"])
    expect(await seenBy({ merchantId }, { merchantId, of: "payout.cancel", target })).toBeNull();
});

test("a name is cut, and shown in one line", async () => {
  const merchantId = await newMerchant();
  const item = await database().posItem.create({
    data: { merchantId, name: `<b>Tea</b>\n${"x".repeat(200)}`, price: "1", currencyCode: "USD" },
  });
  const seen = await seenBy({ merchantId }, { merchantId, of: "pos-item.change", target: item.id });
  expect(seen?.name).toMatch(/^<b>Tea<\/b> x+…$/);
  expect(seen?.name).toHaveLength(80);
});

test("exports the same entries with their names, and nothing that a spreadsheet runs", async () => {
  const merchantId = await newMerchant();
  const payout = await newPayout(merchantId, "order-77");
  await write({ merchantId, action: "merchant.change", after: { name: "=1+1" }, target: "=cmd()" });
  await write({ merchantId, action: "payout.cancel", target: payout.id });
  const { fileName, pieces } = await exportAudit({ merchantId }, {}, NOW);
  let text = "";
  for await (const piece of pieces) text += piece;
  expect(fileName).toBe("audit-log-2026-11-21.csv");
  const lines = text.split("\r\n").filter((line) => line !== "");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/,Detail,Object name$/);
  expect(lines[1]).toMatch(/,Payout order-77$/);
  expect(text).toContain("Changed the shop's settings");
  expect(text).not.toMatch(/(^|,|")=cmd/);
});
