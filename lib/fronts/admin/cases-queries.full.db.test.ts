import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOperatorCases, readOperatorCase } from "@/lib/fronts/admin/cases-queries";
import { OPERATOR_CASE_GROUPS } from "@/lib/fronts/admin/cases-schema";
import { closeDatabase, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";

const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";

beforeAll(async () => {
  await openGateway();
  await importScreeningList({ name: "sanctions", format: "csv", text: `${LISTED},evm,Stolen`, actorId: null });
});
afterAll(closeDatabase);

test("shows a deposit held by screening with its merchant and the list's reason, and only here", async () => {
  const merchantId = await newMerchant();
  const invoice = await newInvoice(merchantId);
  const depositId = await pay(invoice, { amount: "100" });
  await database().deposit.update({ where: { id: depositId }, data: { fromAddress: LISTED.toLowerCase() } });
  await settleInvoice(invoice.id);

  const { items } = await listOperatorCases({ group: "locked", status: "open" });
  expect(items).toMatchObject([
    {
      group: "locked",
      amount: "100",
      currency: "USDT",
      usd: "100.00",
      merchant: { name: "Paper Lantern" },
      fromAddress: LISTED.toLowerCase(),
      isConfirmed: true,
      verdict: { lists: [{ list: "sanctions", version: 1, note: "Stolen" }] },
    },
  ]);
  expect((await listOperatorCases({ group: "unowned", status: "open" })).items).toEqual([]);
});

test("does not show a merchant's own cases to the operator", async () => {
  const { id } = await database().case.findFirstOrThrow({ where: { kind: "locked" } });
  await database().case.update({ where: { id }, data: { kind: "extra" } });
  for (const group of OPERATOR_CASE_GROUPS) {
    for (const status of ["open", "closed"] as const)
      expect([group, (await listOperatorCases({ group, status })).items]).toEqual([group, []]);
  }
  await database().case.update({ where: { id }, data: { kind: "locked" } });
});

test("shows a case with what it was paid for, finds it by transaction, and hides cases of others", async () => {
  const row = await database().case.findFirstOrThrow({ where: { kind: "locked" } });
  const { orderId } = await database().invoice.findUniqueOrThrow({ where: { id: row.invoiceId ?? "" } });
  const found = await readOperatorCase(row.id, randomUUID());
  expect(found).toMatchObject({ id: row.id, cameFor: { kind: "invoice", orderId }, refunds: [], decisions: [] });
  const search = async (q: string) =>
    (await listOperatorCases({ status: "open", q })).items.map(({ transactionId }) => transactionId);
  expect(await search(found.transactionId.toUpperCase())).toEqual([found.transactionId]);
  expect(await search(found.transactionId.slice(1))).toEqual([]);
  await database().case.update({ where: { id: row.id }, data: { kind: "extra" } });
  await expect(readOperatorCase(row.id, randomUUID())).rejects.toMatchObject({ code: "not_found" });
  await database().case.update({ where: { id: row.id }, data: { kind: "locked" } });
});

test("continues after the last row with a cursor", async () => {
  const { items } = await listOperatorCases({ group: "locked", status: "open" });
  const [first] = items;
  const cursor = `${Date.parse(first?.openedAt ?? "")}_${first?.id}`;
  expect((await listOperatorCases({ group: "locked", status: "open", cursor })).items).toEqual([]);
  const unknown = `${Date.now() + 60_000}_${"f".repeat(8)}-${randomBytes(2).toString("hex")}-4000-8000-${"0".repeat(12)}`;
  expect((await listOperatorCases({ group: "locked", status: "open", cursor: unknown })).items).toHaveLength(1);
});

test("shows each decision with who made it and who was credited", async () => {
  const row = await database().case.findFirstOrThrow({ where: { kind: "locked" } });
  await database().case.update({ where: { id: row.id }, data: { kind: "unmatched", merchantId: null } });
  const shop = await database().merchant.create({ data: { name: "Harbour Books" } });
  const detail = { kind: "unmatched", creditTo: shop.id };
  await database().auditEvent.create({ data: { action: "case.credit", target: row.id, detail } });
  const { decisions, group, merchant } = await readOperatorCase(row.id, randomUUID());
  expect([group, merchant]).toEqual(["unowned", null]);
  expect(decisions).toMatchObject([{ by: "The gateway", did: "Credited to Harbour Books" }]);
});
