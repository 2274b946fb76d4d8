import { MONTH, type Question } from "@/bench/lib/list-questions";
import { findDelivery, listDeliveries } from "@/lib/delivery/webhooks/queries";
import { deliveryListQuery } from "@/lib/delivery/webhooks/schema";
import { listAudit, listAuditPeople } from "@/lib/kernel/audit-log/queries";
import { database } from "@/lib/kernel/db";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { STATEMENT_GROUPS, statementQuery } from "@/lib/ledger/statements/schema";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { getPayoutDetail } from "@/lib/money-out/payouts/dashboard-queries";

const SAMPLES = 200;

/** Objects of the whole year, so that not every page that is read was read just before. */
async function sampleIds(table: "invoices" | "payouts", shop: string): Promise<string[]> {
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    `SELECT id FROM ${table} WHERE merchant_id = $1::uuid ORDER BY md5(id::text) LIMIT $2`,
    shop,
    SAMPLES,
  );
  return rows.map(({ id }) => id);
}

const pick = (ids: readonly string[], run: number) => ids[run % ids.length] ?? "";

async function objectQuestions(shop: string): Promise<Question[]> {
  const [invoices, payouts] = [await sampleIds("invoices", shop), await sampleIds("payouts", shop)];
  const { userId } = await database().merchantMember.findFirstOrThrow({ where: { merchantId: shop, role: "owner" } });
  return [
    ["invoice detail", (run) => getInvoiceDetail(shop, pick(invoices, run))],
    ["payout detail", (run) => getPayoutDetail(shop, pick(payouts, run), { userId, mayPayOut: true })],
  ];
}

async function statementQuestions(shop: string): Promise<Question[]> {
  const ask = (query: Readonly<Record<string, string>>, merchantId = shop) =>
    readStatement({ merchantId }, statementQuery.parse({ coin: "USDT", ...query }));
  const { nextCursor, count } = await ask({});
  const small = await database().account.findFirst({
    where: { kind: "merchant", currencyCode: "USDT", ownerId: { not: shop } },
  });
  return [
    [`statement of ${count} lines, newest`, () => ask({})],
    ["statement, next page", () => ask({ cursor: nextCursor ?? "" })],
    ["statement, oldest page", () => ask({ to: MONTH.from, cursor: `${Date.parse(MONTH.from) - 200 * 86_400_000}_1` })],
    ["statement, a month", () => ask(MONTH)],
    ...STATEMENT_GROUPS.map((group): Question => [`statement, ${group}`, () => ask({ group })]),
    ["statement, payouts of a month", () => ask({ ...MONTH, group: "payouts" })],
    ["statement of another coin", () => ask({ coin: "LTC" })],
    ...(small ? [["statement of another shop", () => ask({}, small.ownerId)] satisfies Question] : []),
  ];
}

async function logQuestions(shop: string): Promise<Question[]> {
  const invoices = await sampleIds("invoices", shop);
  const deliveries = (query: Readonly<Record<string, string>>) =>
    listDeliveries(shop, deliveryListQuery.parse({ ...query }));
  const delivery = await database().webhookDelivery.findFirstOrThrow({ where: { merchantId: shop } });
  return [
    ["webhooks, newest", () => deliveries({})],
    ["webhooks, failed", () => deliveries({ state: "failed" })],
    ["webhooks, a month", () => deliveries({ from: MONTH.from, until: MONTH.to })],
    ["webhooks of an invoice", (run) => deliveries({ q: pick(invoices, run) })],
    ["webhook detail", () => findDelivery(shop, delivery.id)],
    ["audit log, newest", () => listAudit({ merchantId: shop }, {})],
    ["audit log, a month", () => listAudit({ merchantId: shop }, { ...MONTH })],
    ["audit log of an object", (run) => listAudit({ merchantId: shop }, { q: pick(invoices, run) })],
    ["audit log, operator's", () => listAudit("operator", {})],
    ["audit log, actors", () => listAuditPeople({ merchantId: shop })],
  ];
}

/** Details of invoices, payouts and webhooks; statements; the audit log. */
export async function detailQuestions(shop: string): Promise<Question[]> {
  return [...(await objectQuestions(shop)), ...(await statementQuestions(shop)), ...(await logQuestions(shop))];
}
