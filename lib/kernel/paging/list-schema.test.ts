import { expect, test } from "vitest";
import { z } from "zod";
import { deliveryListQuery } from "@/lib/delivery/webhooks/schema";
import { caseListQuery } from "@/lib/exceptions/case-list/dashboard-schema";
import { operatorCaseListQuery } from "@/lib/fronts/admin/cases-schema";
import { merchantListQuery } from "@/lib/fronts/admin/merchants-schema";
import { sendListQuery } from "@/lib/fronts/admin/sends-schema";
import { sweepListQuery } from "@/lib/fronts/admin/sweeps-schema";
import { userListQuery } from "@/lib/fronts/admin/users-schema";
import { withdrawalListQuery } from "@/lib/fronts/admin/withdrawals-schema";
import { auditQuery } from "@/lib/kernel/audit-log/schema";
import { statementQuery } from "@/lib/ledger/statements/schema";
import { invoiceListQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { walletListQuery } from "@/lib/money-in/static-wallets/dashboard-schema";
import { batchListQuery } from "@/lib/money-out/payout-batches/schema";
import { payoutListQuery } from "@/lib/money-out/payouts/dashboard-schema";
import { transferListQuery } from "@/lib/money-out/transfers/dashboard-schema";

const ID = "26109ba0-b05b-4ee0-93d1-fd62c822ce95";
const NOW = "1763719200123";
const narrowed = { invoiceListQuery, payoutListQuery, walletListQuery, caseListQuery };
const placed = {
  ...narrowed,
  operatorCaseListQuery,
  merchantListQuery,
  sendListQuery,
  sweepListQuery,
  userListQuery,
  withdrawalListQuery,
  batchListQuery,
};
const dated = { ...narrowed, transferListQuery, deliveryListQuery, statementQuery };

/** Returns the error of a field; null if there is none. */
function wrongAt(schema: z.ZodType, asked: Readonly<Record<string, string>>, field: string) {
  const parsed = schema.safeParse({ coin: "USDT", ...asked });
  return parsed.success ? null : z.flattenError(parsed.error as z.ZodError<Record<string, string>>).fieldErrors[field];
}

test.each(Object.entries(placed))("%s rejects an invalid cursor at its field", (_name, schema) => {
  for (const cursor of [`0_${"-".repeat(36)}`, `9999999999999999_${ID}`, `999999999999999_${ID}`, "1", `x_${ID}`])
    expect([cursor, wrongAt(schema, { cursor }, "cursor")]).toEqual([cursor, ["Invalid cursor."]]);
  expect(wrongAt(schema, { cursor: `${NOW}_${ID}` }, "cursor")).toBeNull();
});

test.each(Object.entries(dated))("%s rejects an unsupported date at its field", (_name, schema) => {
  for (const from of ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    expect([from, wrongAt(schema, { from }, "from")]).toEqual([from, ["Invalid date."]]);
  expect(wrongAt(schema, { from: "2026-11-21T10:00:00.000Z" }, "from")).toBeNull();
});

test("the audit log rejects days and row numbers that the database does not accept, and a statement its cursors", () => {
  expect(wrongAt(auditQuery, { from: "0000-01-01T00:00:00Z" }, "from")).toHaveLength(1);
  expect(wrongAt(auditQuery, { to: "9999-12-31T00:00:00Z" }, "to")).toHaveLength(1);
  expect(wrongAt(auditQuery, { cursor: "9".repeat(19) }, "cursor")).toHaveLength(1);
  expect(wrongAt(statementQuery, { cursor: `${NOW}_${"9".repeat(19)}` }, "cursor")).toHaveLength(1);
  expect(wrongAt(statementQuery, { cursor: `${NOW}_17` }, "cursor")).toBeNull();
});
