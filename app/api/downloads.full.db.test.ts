import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORMULA, insertTransfers, multiply } from "@/app/api/testing/download-rows-repo";
import { sealSession } from "@/app/api/testing/sweep-world";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fundCapital, newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { BATCH_COLUMNS } from "@/lib/money-out/payout-batches/schema";
import { giveUser, insertPayout, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { openSession } from "@/lib/people/identity/sessions-repo";
import { readSources } from "@/scripts/lib/import-graph.mjs";

/** Every table export of the pages, requested as a browser does. */

const DOCUMENT = readFileSync("docs/exports.md", "utf8");
/** Part of every name in the other shop's rows. */
const THEIRS = "theirs";
const MARKED = `'${FORMULA}`;

let cookies: Readonly<Record<"owner" | "operator", string>>;
let batchId: string;

beforeAll(async () => {
  await openGateway(60);
  await fundCapital("USDT", "100000");
  const [own, other] = [await newPayer({ USDT: "1000" }), await newPayer({ USDT: "1000" })];
  await database().user.update({ where: { id: own.userId }, data: { name: FORMULA } });
  await fillShop(own, { many: true });
  await fillShop(other, { many: false });
  const data = { email: `${randomUUID()}@example.com`, name: "Grace", passwordHash: "none", isOperator: true };
  const { id: operatorId } = await database().user.create({ data });
  cookies = { owner: await cookieOf(own.userId), operator: await cookieOf(operatorId) };
}, 60_000);
afterAll(closeDatabase);

async function cookieOf(userId: string): Promise<string> {
  const from = { ip: "192.0.2.1", userAgent: null };
  const now = new Date();
  return sealSession((await withTransaction((tx) => openSession(tx, { userId, secondFactorAt: now }, from, now))).id);
}

type Shop = { readonly merchantId: string; readonly userId: string };

/** Creates one row of every kind; with `many`, also more rows than any export reads at once. */
async function fillShop({ merchantId, userId }: Shop, { many }: { many: boolean }): Promise<void> {
  const orderId = many ? "first" : THEIRS;
  const invoice = await newInvoice(merchantId, { order_id: orderId, url_callback: "https://shop.example/hook" });
  if (!many) {
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
  }
  const payoutId = await insertPayout(merchantId, { orderId });
  const wallet = await newWallet(merchantId, { order_id: `${orderId}-wallet` });
  const opened = { merchantId, currencyCode: "USDT", networkCode: "bsc", amount: "20", resolution: orderId };
  const late = await database().case.create({ data: { ...opened, kind: "late", depositId: randomUUID() } });
  await database().case.create({ data: { ...opened, kind: "extra", walletId: wallet.id, depositId: randomUUID() } });
  const told = { merchantId, objectKind: "invoice", objectId: invoice.id, eventStatus: orderId, payload: "{}" };
  const delivery = await database().webhookDelivery.create({ data: { ...told, url: "https://shop.example/0" } });
  await database().webhookDelivery.create({ data: { ...told, url: "https://shop.example/", state: "failed" } });
  const did = { merchantId, actorId: userId, action: "invoice.mark-as-paid", target: orderId };
  const event = await database().auditEvent.create({ data: did });
  await giveUser(userId, "USDT", "1");
  const batch = await database().payoutBatch.create({
    data: { merchantId, createdById: userId, fileName: `${orderId}.csv`, fileHash: randomBytes(32) },
  });
  if (!many) return;
  batchId = batch.id;
  const input = { ...Object.fromEntries(BATCH_COLUMNS.map((name) => [name, ""])), amount: "1", memo: FORMULA };
  const rows = Array.from({ length: 251 }, (_, index) => ({ batchId, number: index + 2, input }));
  await database().payoutBatchRow.createMany({ data: rows });
  await multiply("invoices", invoice.id, 1_000);
  await multiply("payouts", payoutId, 1_000);
  await multiply("static_wallets", wallet.id, 500);
  await multiply("cases", late.id, 500);
  await multiply("webhook_deliveries", delivery.id, 500);
  await multiply("audit_events", event.id.toString(), 500);
  await insertTransfers(merchantId, userId, 5_000);
}

type Narrowed = { readonly by: Readonly<Record<string, string>>; readonly count: number };
type File = {
  /** As in docs/exports.md. */
  readonly address: string;
  /** Number of rows of the own shop; null: the file has aggregates. */
  readonly count: number | null;
  readonly narrowed?: Narrowed;
  /** Whether it contains text written by strangers or by the shop's members. */
  readonly hasFormula?: boolean;
  readonly as?: "operator";
  /** Documented columns that only another file of the same section has. */
  readonly without?: readonly string[];
};

const ORDER_77: Narrowed = { by: { q: "order-77" }, count: 11 };
const COIN = { coin: "USDT" };
const AHEAD = { from: "2100-01-01T00:00:00Z" };

const FILES: readonly File[] = [
  { address: "/api/invoices/export", count: 1_001, narrowed: ORDER_77, hasFormula: true },
  { address: "/api/payouts/export", count: 1_001, narrowed: ORDER_77, hasFormula: true },
  { address: "/api/wallets/export", count: 501, narrowed: { by: { q: "order-500" }, count: 1 }, hasFormula: true },
  { address: "/api/cases/export", count: 502, narrowed: { by: { kind: "extra", status: "all" }, count: 1 } },
  {
    address: "/api/transfers/export",
    count: 5_000,
    narrowed: { by: { direction: "to-business" }, count: 0 },
    hasFormula: true,
  },
  { address: "/api/webhooks/export", count: 502, narrowed: { by: { state: "failed" }, count: 1 }, hasFormula: true },
  {
    address: "/api/audit/export",
    count: 502,
    narrowed: { by: { q: "target-77" }, count: 1 },
    hasFormula: true,
    without: ["Merchant"],
  },
  {
    address: "/api/operator/audit/export",
    count: null,
    narrowed: { by: { q: THEIRS }, count: 1 },
    hasFormula: true,
    as: "operator",
  },
  {
    address: "/api/balances/statement/export?coin=<coin>",
    count: 5_001,
    narrowed: { by: { ...COIN, ...AHEAD }, count: 0 },
    hasFormula: true,
  },
  {
    address: "/api/balances/personal/statement/export?coin=<coin>",
    count: 5_001,
    narrowed: { by: { ...COIN, group: "payouts" }, count: 0 },
    hasFormula: true,
  },
  { address: "/api/payout-batches/[id]/export", count: 251, hasFormula: true },
  { address: "/api/payout-batches/template", count: 1 },
  { address: "/api/analytics/download?table=coins", count: 0 },
  { address: "/api/analytics/download?table=volume", count: 0 },
  { address: "/api/analytics/download?table=sending", count: null },
  { address: "/api/analytics/download?table=success", count: null },
  { address: "/api/analytics/download?table=funnel", count: null },
  { address: "/api/analytics/download?table=times", count: null },
  { address: "/api/analytics/download?table=exceptions", count: null },
];

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function download({ address, as }: File, filter: Readonly<Record<string, string>> = {}) {
  const [path = "", query = ""] = address.split("?");
  const { GET }: { readonly GET: Handler } = await import(`${process.cwd()}/app${path}/route.ts`);
  const url = new URL(`http://127.0.0.1:3000${path.replace("[id]", batchId)}?${query.replace("<coin>", COIN.coin)}`);
  for (const [name, value] of Object.entries(filter)) url.searchParams.set(name, value);
  const params = Promise.resolve(path.includes("[id]") ? { id: batchId } : ({} as Record<string, string>));
  const response = await GET(new Request(url, { headers: { cookie: cookies[as ?? "owner"] } }), { params });
  expect([address, response.status]).toEqual([address, 200]);
  const text = Buffer.from(await response.arrayBuffer()).toString();
  const [header = [], ...rows]: string[][] = parse(text, { bom: true, relax_column_count: false });
  return { text, header, rows };
}

/** Under each heading of the document: the files it describes, and their columns. */
const SECTIONS = DOCUMENT.split(/^#+ /m).map((text) => ({
  addresses: [...text.matchAll(/from `(\/api\/[^`]+)`/g)].map(([, address = ""]) => address),
  columns: [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, column = ""]) => column),
}));

/** A payer's document for the operator is not a table, and only the operator can download it. */
const isPayersDocument = (path: string) => path.startsWith("app/api/operator/questionnaires/");

describe("exports of the pages", () => {
  test("are all described in docs/exports.md, and every described file exists", () => {
    const described = new Set(
      [...DOCUMENT.matchAll(/`(\/api\/[^`]+)`/g)].map(([, address = ""]) => address.split("?")[0]),
    );
    const real = readSources(["app/api"])
      .filter(
        ({ path, text }) =>
          path.endsWith("/route.ts") && text.includes("downloadEndpoint({") && !isPayersDocument(path),
      )
      .map(({ path }) => path.slice("app".length, -"/route.ts".length));
    expect([...described].sort()).toEqual(real.sort());
    const tables = SECTIONS.flatMap(({ addresses }) => addresses).filter((address) => !address.endsWith("/journal"));
    expect(FILES.map(({ address }) => address).sort()).toEqual(tables.sort());
  });

  test.each(FILES)(
    "$address: the columns as described, all rows of the own shop alone, none of them a formula",
    async (file) => {
      const { text, header, rows } = await download(file);
      const section = SECTIONS.find(({ addresses }) => addresses.includes(file.address));
      expect(header).toEqual(section?.columns.filter((column) => !file.without?.includes(column)));
      if (file.count !== null) expect(rows.length).toBe(file.count);
      if (file.as !== "operator") expect(text).not.toContain(THEIRS);
      expect(text.includes(MARKED)).toBe(file.hasFormula ?? false);
      expect(rows.flat().filter((cell) => /^[=+@]|^-(?![\d.]+$)/.test(cell))).toEqual([]);
      expect(new Set(rows.map((row) => row.join("\n"))).size).toBe(rows.length);
    },
  );

  test.each(FILES.flatMap((file) => (file.narrowed ? [{ ...file, ...file.narrowed }] : [])))(
    "$address has the rows of the filter $by",
    async (file) => {
      expect((await download(file, file.by)).rows.length).toBe(file.count);
    },
  );

  test("follow the list's order: ascending and descending, every row once", async () => {
    for (const address of ["/api/invoices/export", "/api/payouts/export", "/api/wallets/export", "/api/cases/export"]) {
      const file = { address, count: null };
      const [falling, rising] = [await download(file), await download(file, { sort: "oldest" })];
      expect([address, rising.rows.map(([id]) => id)]).toEqual([address, falling.rows.map(([id]) => id).reverse()]);
    }
  });
});
