import { z } from "zod";
import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { offeredLocale } from "@/lib/kernel/locales/negotiate-locale";
import { decimal } from "@/lib/kernel/money/decimal";
import { type Bill, dayOf } from "@/lib/money-in/bills/bill";

/** What a member writes, with its totals. */
export type BillContent = Omit<
  Bill,
  "id" | "merchantId" | "number" | "position" | "secret" | "sentAt" | "cancelledAt" | "createdAt" | "updatedAt"
>;

export async function insertDraft(tx: Tx, id: string, merchantId: string, content: BillContent): Promise<void> {
  await tx.bill.create({ data: { id, merchantId, ...toColumns(content) }, select: { id: true } });
}

export async function updateDraft(tx: Tx, id: string, content: BillContent, now: Date): Promise<void> {
  await tx.bill.update({ where: { id }, data: { ...toColumns(content), updatedAt: now }, select: { id: true } });
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await tx.bill.delete({ where: { id }, select: { id: true } });
}

function toColumns({ lines, taxes, subtotal, total, issueDate, dueDate, reminderDays, ...same }: BillContent) {
  return {
    ...same,
    lines: lines.map(({ text, quantity, price }) => ({ text, quantity: quantity.toFixed(), price: price.toFixed() })),
    taxes: taxes.map(({ name, percent }) => ({ name, percent: percent.toFixed() })),
    subtotal: subtotal.toFixed(),
    total: total.toFixed(),
    issueDate: new Date(issueDate),
    dueDate: new Date(dueDate),
    reminderDays: [...reminderDays],
  };
}

/** What sending sets, once. */
export type BillSending = {
  readonly number: string;
  readonly position: number;
  readonly secret: string;
  readonly sentAt: Date;
};

export async function markSent(tx: Tx, id: string, sending: BillSending): Promise<void> {
  await tx.bill.update({ where: { id }, data: { ...sending, updatedAt: sending.sentAt }, select: { id: true } });
}

export async function markCancelled(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.bill.update({ where: { id }, data: { cancelledAt: now, updatedAt: now }, select: { id: true } });
}

export async function findBillBySecret(secret: string): Promise<Bill | null> {
  const row = await database().bill.findUnique({ where: { secret } });
  return row && toBill(row);
}

export async function findMerchantBill(merchantId: string, id: string): Promise<Bill | null> {
  const row = await database().bill.findFirst({ where: { id, merchantId } });
  return row && toBill(row);
}

/**
 * Locks the bill until the transaction ends and returns it: payments, mails and changes are decided
 * under this lock.
 */
export async function lockBill(tx: Tx, id: string): Promise<Bill | null> {
  await tx.$queryRaw`SELECT 1 FROM bills WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.bill.findUnique({ where: { id } });
  return row && toBill(row);
}

/** Does the same with a bill of this merchant; locks nothing of another's. */
export async function lockMerchantBill(tx: Tx, merchantId: string, id: string): Promise<Bill | null> {
  await tx.$queryRaw`SELECT 1 FROM bills WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid FOR UPDATE`;
  const row = await tx.bill.findFirst({ where: { id, merchantId } });
  return row && toBill(row);
}

/**
 * Takes the merchant's next position. The row stays locked until the transaction ends: one that
 * fails gives its position back, and there are no gaps.
 */
export async function takePosition(tx: Tx, merchantId: string, prefix: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ position: number }[]>`
    INSERT INTO bill_series (merchant_id, last_position, prefix) VALUES (${merchantId}::uuid, 1, ${prefix})
    ON CONFLICT (merchant_id) DO UPDATE SET last_position = bill_series.last_position + 1, prefix = excluded.prefix
    RETURNING last_position AS position`;
  return row?.position ?? 1;
}

/** Serialises what is counted for a merchant's limit: bills have been sent, so the row exists. */
export async function lockSeries(tx: Tx, merchantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM bill_series WHERE merchant_id = ${merchantId}::uuid FOR UPDATE`;
}

/** Returns the prefix of the merchant's last bill; null before the first one. */
export async function findLastPrefix(merchantId: string): Promise<string | null> {
  return (await database().billSeries.findUnique({ where: { merchantId } }))?.prefix ?? null;
}

/** Counts the bills that a merchant has sent since a time, again or for the first time. */
export async function countSentSince(tx: Tx, merchantId: string, since: Date): Promise<number> {
  const kinds = { in: ["sent" as const, "again" as const] };
  return await tx.billMail.count({ where: { merchantId, createdAt: { gt: since }, kind: kinds } });
}

export async function countSentAgain(tx: Tx, billId: string): Promise<number> {
  return await tx.billMail.count({ where: { billId, kind: "again" } });
}

/** Records a mail about a bill; false when this one was recorded before. */
export async function insertBillMail(
  tx: Tx,
  mail: Omit<Prisma.BillMailUncheckedCreateInput, "createdAt">,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.billMail.createMany({ data: { ...mail, createdAt: now }, skipDuplicates: true });
  return count === 1;
}

const storedLines = z.array(z.object({ text: z.string(), quantity: z.string(), price: z.string() }));
const storedTaxes = z.array(z.object({ name: z.string(), percent: z.string() }));

export function toBill(row: Prisma.BillGetPayload<object>): Bill {
  return {
    ...row,
    locale: offeredLocale(row.locale) ?? "en",
    lines: storedLines
      .parse(row.lines)
      .map(({ text, quantity, price }) => ({ text, quantity: decimal(quantity), price: decimal(price) })),
    taxes: storedTaxes.parse(row.taxes).map(({ name, percent }) => ({ name, percent: decimal(percent) })),
    subtotal: decimal(row.subtotal),
    total: decimal(row.total),
    issueDate: dayOf(row.issueDate),
    dueDate: dayOf(row.dueDate),
  };
}
