import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { closeDatabase, database } from "@/lib/kernel/db";
import { VALUE_SORTS } from "@/lib/kernel/paging/list-schema";
import { auditBooks } from "@/lib/ledger/audit-books";
import { exportInvoices, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { INVOICE_GROUPS, type InvoiceListQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { PAYOUT_GROUPS } from "@/lib/money-out/payouts/dashboard-schema";
import { listTransfers } from "@/lib/money-out/transfers/dashboard-queries";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";
import { openSeedableSandbox } from "@/lib/run/demo-data/testing/sandbox-rig";

/** Run by bench/lists.mjs with the number of invoices, in an empty database. */

const RUNS = 15;
const MEDIAN_MS_MAX = 300;
const MIB = 1024 * 1024;

type Question = readonly [name: string, ask: () => Promise<unknown>];

type Sample = {
  readonly id: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly address: string;
};

/** Enough for a year of a million invoices. */
const CAPITAL = { LTC: "1000", BTC: "100", TRX: "1000000" };
const MONTH = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };

/** A paid invoice to search for. */
async function sampleOf(): Promise<Sample> {
  const deposit = await database().deposit.findFirstOrThrow({ where: { status: "confirmed", ownerKind: "invoice" } });
  const { orderId, id } = await database().invoice.findUniqueOrThrow({ where: { id: deposit.ownerId ?? "" } });
  return { id, orderId, transactionId: deposit.transactionId, address: deposit.toAddress };
}

async function invoiceQuestions(shop: string, { id, orderId, transactionId, address }: Sample): Promise<Question[]> {
  const invoices = (name: string, query: InvoiceListQuery): Question => [
    `invoices ${name}`,
    () => listInvoices(shop, query),
  ];
  const searches = {
    "an order id": orderId,
    "part of it": orderId.slice(0, 16),
    "what all begin with": "order",
    nothing: "zzzz",
    id,
    transaction: transactionId,
    address,
    "8 characters": id.slice(0, 8),
  };
  const { nextCursor } = await listInvoices(shop, {});
  return [
    invoices("newest", {}),
    invoices("next page", { cursor: nextCursor ?? "" }),
    ...INVOICE_GROUPS.map((status) => invoices(`status ${status}`, { status })),
    ...["BTC", "USDT", "AVAX", "XMR"].map((coin) => invoices(`coin ${coin}`, { coin })),
    invoices("coin, network, status", { coin: "USDT", network: "avalanche", status: "refunds" }),
    invoices("network, a month", { network: "ltc", ...MONTH }),
    invoices("currency", { currency: "GBP" }),
    invoices("currency that none has", { currency: "JPY" }),
    ...Object.entries(searches).map(([name, q]) => invoices(`search ${name}`, { q })),
  ];
}

async function sortedQuestions(shop: string): Promise<Question[]> {
  const sorted = (name: string, query: InvoiceListQuery): Question => [name, () => listInvoices(shop, query)];
  const { nextCursor } = await listInvoices(shop, { sort: "largest" });
  return [
    ...VALUE_SORTS.slice(1).map((sort) => sorted(`invoices ${sort} first`, { sort })),
    sorted("largest, next page", { sort: "largest", cursor: nextCursor ?? "" }),
    ...INVOICE_GROUPS.map((status) => sorted(`largest ${status}`, { sort: "largest", status })),
    sorted("largest, coin, a month", { sort: "largest", coin: "BTC", ...MONTH }),
    sorted("oldest that begin so", { sort: "oldest", q: "order" }),
    ["payouts oldest first", () => listPayoutRows(shop, { sort: "oldest" })],
    ["static wallets oldest first", () => listWallets(shop, { sort: "oldest" })],
    ["cases oldest first", () => listCases(shop, { status: "all", sort: "oldest" })],
    ["transfers oldest first", () => listTransfers(shop, { sort: "oldest" })],
  ];
}

function otherQuestions(shop: string, { id, transactionId }: Sample): Question[] {
  return [
    ["payouts newest", () => listPayoutRows(shop, {})],
    ...PAYOUT_GROUPS.map((status): Question => [`payouts status ${status}`, () => listPayoutRows(shop, { status })]),
    ["payouts search", () => listPayoutRows(shop, { q: "payout-" })],
    ["static wallets newest", () => listWallets(shop, {})],
    ["static wallets search", () => listWallets(shop, { q: "customer-" })],
    ["cases open", () => listCases(shop, { status: "open" })],
    ["cases decided", () => listCases(shop, { status: "closed" })],
    ["cases kind, coin", () => listCases(shop, { status: "all", kind: "late", coin: "USDT" })],
    ["cases search a transaction", () => listCases(shop, { status: "all", q: transactionId })],
    ["cases search an order id", () => listCases(shop, { status: "all", q: "order" })],
    ["transfers newest", () => listTransfers(shop, {})],
    ["transfers direction, a month", () => listTransfers(shop, { direction: "to-personal", coin: "USDT", ...MONTH })],
    ["transfers search", () => listTransfers(shop, { q: id.slice(0, 8) })],
  ];
}

async function questionsOf(shop: string): Promise<Question[]> {
  const sample = await sampleOf();
  return [...(await invoiceQuestions(shop, sample)), ...(await sortedQuestions(shop)), ...otherQuestions(shop, sample)];
}

/** Returns median and worst of several runs, without the first: it fills caches. */
async function measure(ask: () => Promise<unknown>): Promise<readonly [number, number]> {
  const times: number[] = [];
  await ask();
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  return [times[Math.floor(RUNS / 2)] ?? 0, times.at(-1) ?? 0];
}

async function measureFile(shop: string): Promise<string> {
  let [length, peak] = [0, 0];
  const from = performance.now();
  for await (const piece of exportInvoices(shop, {}, new Date()).pieces) {
    length += piece.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  return `file of all invoices: ${(length / MIB).toFixed(1)} MiB in ${seconds} s, at most ${Math.round(peak / MIB)} MiB of memory`;
}

/** What the year takes in the database, and how long the audit of its books takes. */
async function measureGrowth(invoices: number): Promise<string> {
  const [size] = await database().$queryRaw<{ bytes: bigint; postings: bigint; largest: string }[]>`
    SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM postings) AS postings,
      (SELECT string_agg(relname || ' ' || pg_size_pretty(total), ', ' ORDER BY total DESC) FROM (
        SELECT relname, pg_total_relation_size(relid) AS total FROM pg_stat_user_tables ORDER BY 2 DESC LIMIT 8) t) AS largest`;
  const from = performance.now();
  const { differences } = await auditBooks();
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const mib = Number(size?.bytes ?? 0n) / MIB;
  return [
    `database: ${mib.toFixed(0)} MiB, ${((mib * 1024) / invoices).toFixed(1)} KiB an invoice with all that belongs to it`,
    `largest tables with their indexes: ${size?.largest}`,
    `audit of ${size?.postings} postings: ${seconds} s, ${differences.length} differences`,
  ].join("\n");
}

const { merchantId } = await openSeedableSandbox(false, CAPITAL);
const demoData = await seedDemoData({ invoices: Number.parseInt(process.argv[2] ?? "", 10), email: null });
process.stdout.write(
  `a year of ${demoData.rows["invoices"]} invoices in ${(demoData.milliseconds / 1000).toFixed(1)} s\n\n`,
);
let isSlow = false;
for (const [name, ask] of await questionsOf(merchantId)) {
  const [median, worst] = await measure(ask);
  isSlow ||= median > MEDIAN_MS_MAX;
  process.stdout.write(
    `${name.padEnd(36)} median ${median.toFixed(1).padStart(7)} ms   worst ${worst.toFixed(1).padStart(7)} ms\n`,
  );
}
process.stdout.write(`\n${await measureFile(merchantId)}\n`);
process.stdout.write(`${await measureGrowth(Number(demoData.rows["invoices"]))}\n`);
process.exitCode = isSlow ? 1 : 0;
await closeDatabase();
