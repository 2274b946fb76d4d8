import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listDeliveries } from "@/lib/delivery/webhooks/queries";
import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { analyticsQuery, type PaymentsView } from "@/lib/fronts/analytics/schema";
import { closeDatabase, database } from "@/lib/kernel/db";
import { auditBooks } from "@/lib/ledger/audit-books";
import { getInvoiceDetail, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";
import { deleteOldData } from "@/lib/run/retention/delete-old-data";
import { everyRule, makeOld } from "@/lib/run/retention/testing/make-old";

vi.mock("@/lib/kernel/env", { spy: true });

const NEVER = new AbortController().signal;
const FIRST_BLOCK = { networkCode: "eth", height: 0n, hash: "0xfirst", parentHash: "0x00", time: new Date(0) };
const AGE_DAYS = 1_000;
let merchantId: string;
let before: PaymentsView;

/** Statistics of the year that the demo data covers, once it was moved into the past. */
function readYear(): Promise<PaymentsView> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const query = { range: "custom", from: day(AGE_DAYS + 380), to: day(AGE_DAYS - 2), zone: "UTC" };
  return readPayments(merchantId, analyticsQuery.parse(query), new Date());
}

beforeAll(async () => {
  ({ merchantId } = await openSeedableSandbox());
  await database().chainBlock.create({ data: FIRST_BLOCK });
  await seedDemoData({ invoices: 600, email: null });
  await makeOld(AGE_DAYS);
  before = await readYear();
  await deleteOldData(NEVER, everyRule(30));
}, 120_000);
afterAll(closeDatabase);
afterAll(() => vi.doUnmock("@/lib/kernel/env"));

test("after every rule was applied to a year that is old, the books are sound", async () => {
  expect((await auditBooks()).differences).toEqual([]);
});

test("time lines are left of unfinished invoices, payouts and refunds alone", async () => {
  const [invoices] = await database().$queryRaw<{ deleted: number; finished: number; unfinished: number }[]>`
    SELECT (SELECT count(*)::int FROM invoice_events WHERE kind = 'data-deleted') AS deleted,
      count(*) FILTER (WHERE i.status NOT IN ('check', 'process', 'locked', 'refund_process') AND c.id IS NULL AND q.id IS NULL AND r.id IS NULL)::int AS finished,
      count(*) FILTER (WHERE i.status IN ('check', 'process', 'locked', 'refund_process'))::int AS unfinished
    FROM invoice_events e JOIN invoices i ON i.id = e.invoice_id
      LEFT JOIN cases c ON c.invoice_id = i.id AND c.status IN ('open', 'refunding')
      LEFT JOIN refund_requests q ON q.invoice_id = i.id AND q.status = 'confirmed'
      LEFT JOIN refunds r ON r.invoice_id = i.id AND r.final_at IS NULL
    WHERE e.kind = 'created'`;
  expect(invoices?.finished).toBe(0);
  expect(invoices?.deleted).toBeGreaterThan(300);
  expect(invoices?.unfinished).toBeGreaterThan(0);
  const outflows = await database().$queryRaw<{ final: boolean; event: string }[]>`
    SELECT DISTINCT coalesce(p.final_at, r.final_at) IS NOT NULL AS final, e.event = 'data-deleted' AS event
    FROM outflow_events e LEFT JOIN payouts p ON e.kind = 'payout' AND p.id = e.subject_id
      LEFT JOIN refunds r ON e.kind = 'refund' AND r.id = e.subject_id ORDER BY 1`;
  expect(outflows).toEqual([
    { final: false, event: false },
    { final: true, event: true },
  ]);
});

test("no finished invoice has its payer's address, and no mail a recipient", async () => {
  const [row] = await database().$queryRaw<{ left: number }[]>`
    SELECT count(*)::int AS left FROM invoices i
    WHERE i.payer_email IS NOT NULL AND i.status IN ('paid', 'cancel')
      AND NOT EXISTS (SELECT FROM cases c WHERE c.invoice_id = i.id AND c.status IN ('open', 'refunding'))
      AND NOT EXISTS (SELECT FROM refund_requests q WHERE q.invoice_id = i.id AND q.status = 'confirmed')`;
  expect(row?.left).toBe(0);
  expect(await database().mail.count({ where: { recipient: { not: "" }, state: { not: "pending" } } })).toBe(0);
});

test("the lists, every invoice's page and the statistics still answer", async () => {
  const query = { sort: "newest" as const };
  const { items } = await listInvoices(merchantId, query);
  expect(items.length).toBeGreaterThan(10);
  for (const { id } of items) expect((await getInvoiceDetail(merchantId, id)).events.length).toBeGreaterThan(0);
  expect((await listDeliveries(merchantId, { limit: 25 })).items.length).toBeGreaterThanOrEqual(0);
});

test("statistics count the same invoices and payments, and say since when the steps of unpaid ones are known", async () => {
  const after = await readYear();
  for (const name of ["created", "paid", "ended"] as const) expect(after.totals[name]).toBe(before.totals[name]);
  expect(after.exceptions).toEqual(before.exceptions);
  expect(after.totals.opened).toBeLessThan(before.totals.opened);
  expect(after.pageViewsSince).not.toBeNull();
});
