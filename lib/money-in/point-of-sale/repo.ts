import { z } from "zod";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { SaleLine } from "@/lib/money-in/point-of-sale/sale-amounts";

export type PosSettings = { readonly currencyCode: string; readonly tipPercents: readonly number[] };

export async function findSettings(tx: Tx, merchantId: string): Promise<PosSettings | null> {
  return await tx.posSettings.findUnique({
    where: { merchantId },
    select: { currencyCode: true, tipPercents: true },
  });
}

export async function saveSettings(tx: Tx, merchantId: string, settings: PosSettings, now: Date): Promise<void> {
  const data = { currencyCode: settings.currencyCode, tipPercents: [...settings.tipPercents], updatedAt: now };
  await tx.posSettings.upsert({ where: { merchantId }, create: { merchantId, ...data }, update: data });
}

export type PosItem = {
  readonly id: string;
  readonly name: string;
  readonly price: Decimal;
  readonly currencyCode: string;
  readonly isArchived: boolean;
};

const ITEM = { id: true, name: true, price: true, currencyCode: true, isArchived: true } as const;

export async function selectItems(tx: Tx, merchantId: string): Promise<PosItem[]> {
  const rows = await tx.posItem.findMany({
    where: { merchantId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: ITEM,
  });
  return rows.map((row) => ({ ...row, price: decimal(row.price) }));
}

export async function countItems(tx: Tx, merchantId: string): Promise<number> {
  return await tx.posItem.count({ where: { merchantId } });
}

export async function insertItem(
  tx: Tx,
  item: Pick<PosItem, "id" | "name" | "price" | "currencyCode"> & { readonly merchantId: string },
): Promise<void> {
  await tx.posItem.create({ data: { ...item, price: item.price.toFixed() }, select: { id: true } });
}

/** Locks one of the merchant's items until the transaction ends; null if there is none. */
export async function lockItem(tx: Tx, merchantId: string, id: string): Promise<PosItem | null> {
  await tx.$queryRaw`SELECT 1 FROM pos_items WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid FOR UPDATE`;
  const row = await tx.posItem.findFirst({ where: { id, merchantId }, select: ITEM });
  return row && { ...row, price: decimal(row.price) };
}

export async function updateItem(
  tx: Tx,
  id: string,
  { name, price, isArchived }: Pick<PosItem, "name" | "price" | "isArchived">,
  now: Date,
): Promise<void> {
  const data = { name, price: price.toFixed(), isArchived, updatedAt: now };
  await tx.posItem.update({ where: { id }, data, select: { id: true } });
}

/** The content of a sale: what a repeated request must say again. */
export type SaleContent = {
  readonly lines: readonly SaleLine[];
  readonly tip: Decimal;
  readonly amount: Decimal;
  readonly currencyCode: string;
};
export type StoredSale = SaleContent & {
  readonly invoiceId: string;
  readonly seller: string;
};

const storedLines = z.array(
  z.object({ itemId: z.string().nullable(), name: z.string(), price: z.string(), quantity: z.int() }),
);

const SALE = {
  invoiceId: true,
  soldById: true,
  lines: true,
  tip: true,
  invoice: { select: { amount: true, currencyCode: true } },
} as const;

async function toSale(
  tx: Tx,
  row: Prisma.PosSaleGetPayload<{ select: typeof SALE }> | null,
): Promise<StoredSale | null> {
  if (row === null) return null;
  const seller = await tx.user.findUnique({ where: { id: row.soldById }, select: { name: true } });
  return {
    invoiceId: row.invoiceId,
    seller: seller?.name ?? "",
    lines: storedLines.parse(row.lines),
    tip: decimal(row.tip),
    amount: decimal(row.invoice.amount),
    currencyCode: row.invoice.currencyCode,
  };
}

export async function findSaleByKey(tx: Tx, merchantId: string, saleKey: string): Promise<StoredSale | null> {
  const row = await tx.posSale.findUnique({ where: { merchantId_saleKey: { merchantId, saleKey } }, select: SALE });
  return await toSale(tx, row);
}

export async function findSale(merchantId: string, invoiceId: string): Promise<StoredSale | null> {
  const row = await database().posSale.findFirst({ where: { invoiceId, merchantId }, select: SALE });
  return await toSale(database(), row);
}

export type NewSale = Pick<SaleContent, "lines" | "tip"> & {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly saleKey: string;
  readonly soldById: string;
};

/**
 * Inserts the sale. Returns false when its key was used, also by a concurrent transaction, for
 * which it waits: the caller must roll back.
 */
export async function insertSale(tx: Tx, { lines, tip, ...sale }: NewSale): Promise<boolean> {
  const data = { ...sale, lines: lines.map((line) => ({ ...line })), tip: tip.toFixed() };
  const { count } = await tx.posSale.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/**
 * Counts one more receipt of a sale and returns how many that makes; null for no sale of the
 * merchant, or one that has had `most`.
 */
export async function countReceipt(
  tx: Tx,
  merchantId: string,
  invoiceId: string,
  most: number,
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ mails: number }[]>`
    UPDATE pos_sales SET receipt_mails = receipt_mails + 1
    WHERE invoice_id = ${invoiceId}::uuid AND merchant_id = ${merchantId}::uuid AND receipt_mails < ${most}
    RETURNING receipt_mails AS mails`;
  return row?.mails ?? null;
}

/** Receipts mailed from terminals for sales since a time. */
export async function countReceiptsSince(tx: Tx, merchantId: string, since: Date): Promise<number> {
  const where = { merchantId, createdAt: { gt: since } };
  return (await tx.posSale.aggregate({ where, _sum: { receiptMails: true } }))._sum.receiptMails ?? 0;
}
