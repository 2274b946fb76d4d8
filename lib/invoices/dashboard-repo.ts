import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { InvoiceStatus } from "@/lib/invoices/status";
import type { ListPlace } from "@/lib/paging/list-cursor";
import { literally, UUID } from "@/lib/paging/search-text";

const ROW = {
  id: true,
  orderId: true,
  status: true,
  amount: true,
  currencyCode: true,
  creditedAmount: true,
  createdAt: true,
  expiresAt: true,
  currentQuote: { select: { currencyCode: true, networkCode: true, payerAmount: true } },
} as const;

export type InvoiceListRow = Prisma.InvoiceGetPayload<{ select: typeof ROW }>;

export type InvoiceListFilter = {
  readonly statuses: readonly InvoiceStatus[] | null;
  readonly search: string | null;
  /** Only what is older than this (ties broken by id). */
  readonly before: ListPlace | null;
};

/** Shorter text is neither an address nor a transaction, and is looked for in order ids alone. */
const CHAIN_TEXT_CHARACTERS_MIN = 20;
const DEPOSITS_MAX = 50;

/** A merchant's invoices, newest first. */
export async function selectInvoicePage(
  merchantId: string,
  filter: InvoiceListFilter,
  limit: number,
): Promise<InvoiceListRow[]> {
  const { statuses, search, before } = filter;
  const conditions: Prisma.InvoiceWhereInput[] = [];
  if (search !== null) conditions.push({ OR: await searchConditions(search) });
  if (before !== null) {
    const { at: createdAt, id } = before;
    conditions.push({ OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] });
  }
  return database().invoice.findMany({
    where: { merchantId, ...(statuses && { status: { in: [...statuses] } }), AND: conditions },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: ROW,
  });
}

async function searchConditions(search: string): Promise<Prisma.InvoiceWhereInput[]> {
  const conditions: Prisma.InvoiceWhereInput[] = [{ orderId: { contains: literally(search), mode: "insensitive" } }];
  if (UUID.test(search)) conditions.push({ id: search.toLowerCase() });
  if (search.length < CHAIN_TEXT_CHARACTERS_MIN) return conditions;
  const deposits = await database().deposit.findMany({
    where: {
      ownerKind: "invoice",
      OR: [{ transactionId: { in: [search, search.toLowerCase()] } }, { fromAddress: search }],
    },
    take: DEPOSITS_MAX,
    select: { ownerId: true },
  });
  const owners = deposits.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]));
  conditions.push({ id: { in: owners } }, { transactionId: search });
  conditions.push({ quotes: { some: { address: { equals: search, mode: "insensitive" } } } });
  return conditions;
}

/** What the detail page shows beside the invoice itself. The caller has checked whose invoice it is. */
export async function selectInvoiceParts(invoiceId: string) {
  const db = database();
  // Those of a top-up belong to its wallet, and are known by their credits.
  const credits = await db.invoiceCredit.findMany({ where: { invoiceId }, select: { depositId: true } });
  const [quotes, deposits, cases, events] = await Promise.all([
    db.quote.findMany({ where: { invoiceId }, orderBy: { number: "asc" } }),
    db.deposit.findMany({
      where: {
        OR: [{ ownerKind: "invoice", ownerId: invoiceId }, { id: { in: credits.map(({ depositId }) => depositId) } }],
      },
      orderBy: [{ seenAt: "asc" }, { id: "asc" }],
      select: {
        id: true,
        networkCode: true,
        transactionId: true,
        currencyCode: true,
        amount: true,
        fromAddress: true,
        status: true,
        blockHeight: true,
        seenAt: true,
      },
    }),
    db.case.findMany({ where: { invoiceId }, select: { id: true, depositId: true } }),
    db.invoiceEvent.findMany({
      where: { invoiceId },
      orderBy: { id: "asc" },
      select: { id: true, at: true, kind: true, detail: true },
    }),
  ]);
  const heads = await db.chainCursor.findMany({
    where: { networkCode: { in: deposits.map((deposit) => deposit.networkCode) } },
    select: { networkCode: true, headHeight: true },
  });
  return { quotes, deposits, cases, events, heads };
}
export type InvoiceParts = Awaited<ReturnType<typeof selectInvoiceParts>>;

export type VolumeRow = {
  readonly days: number;
  readonly created: number;
  readonly paid: number;
  readonly received_usd: string;
};

/** Invoices made in the last `days` days, for each of some windows. */
export function selectVolumes(merchantId: string, days: readonly number[], now: Date): Promise<VolumeRow[]> {
  return database().$queryRaw<VolumeRow[]>`
    select w.days, count(i.id)::int as created,
           count(i.id) filter (where i.status in ('paid', 'paid_over'))::int as paid,
           round(coalesce(sum(i.paid_amount_usd), 0), 2)::text as received_usd
    from unnest(${[...days]}::int[]) as w(days)
    left join invoices i on i.merchant_id = ${merchantId}::uuid and i.created_at > ${now}::timestamptz - make_interval(days => w.days)
    group by w.days order by w.days`;
}
