import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { database } from "@/lib/kernel/db";
import { VALUE_SORTS } from "@/lib/kernel/paging/list-schema";
import { listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { INVOICE_GROUPS, type InvoiceListQuery } from "@/lib/money-in/invoices/dashboard-schema";
import { listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { PAYOUT_GROUPS } from "@/lib/money-out/payouts/dashboard-schema";
import { listTransfers } from "@/lib/money-out/transfers/dashboard-queries";

/** What a page asks; `run` counts the repetitions, so that each may ask about another object. */
export type Question = readonly [name: string, ask: (run: number) => Promise<unknown>];

type Sample = {
  readonly id: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly address: string;
};

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
/** Within the year before the data was made. */
export const MONTH = { from: daysAgo(120), to: daysAgo(90) };

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

/** Every filter, sort order and search of the lists. */
export async function listQuestions(shop: string): Promise<Question[]> {
  const sample = await sampleOf();
  return [...(await invoiceQuestions(shop, sample)), ...(await sortedQuestions(shop)), ...otherQuestions(shop, sample)];
}
