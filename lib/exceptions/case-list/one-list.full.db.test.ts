import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { CASE_PAGE_SIZE, type CaseFilterQuery } from "@/lib/exceptions/case-list/dashboard-schema";
import { exportCases } from "@/lib/exceptions/case-list/export-cases";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

/**
 * Cases and refund requests, created alternately; in each pair, the two have the same timestamp.
 */
const PAIRS = 40;
let shop = "";
let invoiceId = "";

beforeAll(async () => {
  await openGateway(10);
  shop = await newMerchant();
  invoiceId = (await newInvoice(shop, { order_id: "one-list" })).id;
  for (let index = 0; index < PAIRS; index += 1) {
    const at = new Date(Date.UTC(2026, 5, 1, 0, index));
    const isDecided = index % 2 === 1;
    await newCase(at, isDecided);
    await newRequest(at, isDecided ? (index % 4 === 1 ? "approved" : "refused") : "confirmed");
  }
});
afterAll(closeDatabase);

const coin = { currencyCode: "USDT", networkCode: "bsc", amount: "20" };

function newCase(openedAt: Date, isDecided: boolean) {
  const ended = isDecided ? ({ status: "credited", closedAt: openedAt } as const) : {};
  return database().case.create({
    data: { ...coin, merchantId: shop, invoiceId, kind: "late", depositId: randomUUID(), openedAt, ...ended },
  });
}

function newRequest(createdAt: Date, status: "confirmed" | "approved" | "refused" | "unconfirmed" | "void") {
  const isConfirmed = status !== "unconfirmed";
  return database().refundRequest.create({
    data: {
      ...coin,
      ...{
        merchantId: shop,
        invoiceId,
        kind: "case",
        caseId: randomUUID(),
        status,
        address: "0xAb0102030405",
        challenge: randomUUID(),
      },
      ...(isConfirmed && { proof: "email", confirmedAt: createdAt }),
      ...((status === "approved" || status === "refused") && { decidedAt: createdAt }),
      ...{ confirmUntil: createdAt, createdAt },
    },
  });
}

async function walk(query: Partial<CaseFilterQuery>, merchantId = shop) {
  const rows: { of: string; id: string; at: string; status: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCases(merchantId, { status: "open", ...query, ...(cursor && { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(CASE_PAGE_SIZE);
    rows.push(...page.items.map((row) => ({ ...row, at: row.of === "case" ? row.openedAt : row.createdAt })));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

const countOf = (rows: readonly { of: string }[]) =>
  ["case", "request"].map((kind) => rows.filter(({ of }) => of === kind).length);

describe("cases and refund requests", () => {
  test.each(["newest", "oldest"] as const)("form one list with the %s first, each row on one page", async (sort) => {
    const rows = await walk({ status: "all", sort });
    expect(countOf(rows)).toEqual([PAIRS, PAIRS]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2 * PAIRS);
    const times = rows.map(({ at }) => at);
    expect(times).toEqual(sort === "newest" ? times.toSorted().toReversed() : times.toSorted());
  });

  test("are open until they are decided, and then remain in the history", async () => {
    const [open, closed] = [await walk({ status: "open" }), await walk({ status: "closed" })];
    expect([countOf(open), countOf(closed)]).toEqual([
      [PAIRS / 2, PAIRS / 2],
      [PAIRS / 2, PAIRS / 2],
    ]);
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(["open", "confirmed"]));
    expect(new Set(closed.map(({ status }) => status))).toEqual(new Set(["credited", "approved", "refused"]));
  });

  test("are filtered by kind, and found by order and address", async () => {
    expect(countOf(await walk({ status: "all", kind: "refund_request" }))).toEqual([0, PAIRS]);
    expect(countOf(await walk({ status: "all", kind: "late" }))).toEqual([PAIRS, 0]);
    expect(countOf(await walk({ status: "all", network: "bsc", coin: "usdt" }))).toEqual([PAIRS, PAIRS]);
    expect(countOf(await walk({ status: "all", network: "eth" }))).toEqual([0, 0]);
    expect(countOf(await walk({ status: "all", q: "one-li" }))).toEqual([PAIRS, PAIRS]);
    // By address a case is found through its deposit, which these cases lack.
    expect(countOf(await walk({ status: "all", q: "0xab01020304" }))).toEqual([0, PAIRS]);
  });

  test("are included in the exported file", async () => {
    let text = "";
    for await (const piece of exportCases(shop, { status: "closed" }, new Date()).pieces) text += piece;
    const lines = text.trim().split("\n");
    expect(lines).toHaveLength(1 + PAIRS);
    expect(lines.filter((line) => line.includes(",refund_request,"))).toHaveLength(PAIRS / 2);
  });

  test("of another merchant are in no other list, and an unconfirmed request is in none", async () => {
    expect(await walk({ status: "all" }, await newMerchant())).toEqual([]);
    const at = new Date(Date.UTC(2026, 5, 2));
    const hidden = [await newRequest(at, "unconfirmed"), await newRequest(at, "void")].map(({ id }) => id);
    expect((await walk({ status: "all" })).filter(({ id }) => hidden.includes(id))).toEqual([]);
  });
});
