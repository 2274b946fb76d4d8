import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { PaymentLink, TakenPlaces } from "@/lib/money-in/payment-links/payment-link";
import type { LinkOrder } from "@/lib/money-in/payment-links/read-order";

export type NewPaymentLink = Omit<PaymentLink, "createdAt" | "updatedAt" | "isActive">;

/** Inserts a link. Returns false when its name is taken, by any merchant. */
export async function insertLink(tx: Tx, link: NewPaymentLink): Promise<boolean> {
  const { amount, amountMin, amountMax } = link;
  const exact = {
    amount: amount?.toFixed() ?? null,
    amountMin: amountMin?.toFixed() ?? null,
    amountMax: amountMax?.toFixed() ?? null,
  };
  const { count } = await tx.paymentLink.createMany({ data: { ...link, ...exact }, skipDuplicates: true });
  return count === 1;
}

/** Counts the links that a merchant has created since a time. */
export async function countLinksSince(tx: Tx, merchantId: string, since: Date): Promise<number> {
  return await tx.paymentLink.count({ where: { merchantId, createdAt: { gt: since } } });
}

/** Finds a link by the name in its address, of any merchant. */
export async function findLinkByName(name: string): Promise<PaymentLink | null> {
  const row = await database().paymentLink.findUnique({ where: { name } });
  return row && toLink(row);
}

export async function findMerchantLink(merchantId: string, id: string): Promise<PaymentLink | null> {
  const row = await database().paymentLink.findFirst({ where: { id, merchantId } });
  return row && toLink(row);
}

/**
 * Locks the link until the transaction ends and returns it. Every order of it is made under this
 * lock, so that its limits are decided once.
 */
export async function lockLink(tx: Tx, id: string): Promise<PaymentLink | null> {
  await tx.$queryRaw`SELECT 1 FROM payment_links WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.paymentLink.findUnique({ where: { id } });
  return row && toLink(row);
}

/** The terms that may change: none of them changes what a payer was shown. */
export type LinkChange = Pick<PaymentLink, "isActive" | "endsAt" | "useLimit" | "stock">;

export async function updateLink(tx: Tx, id: string, change: LinkChange, now: Date): Promise<void> {
  await tx.paymentLink.update({ where: { id }, data: { ...change, updatedAt: now }, select: { id: true } });
}

/** Statuses of an invoice that received nothing and is over: its order has given its place back. */
export const GIVEN_BACK = ["cancel", "fail", "system_fail"] as const;

/** Counts the orders that are paid, in part too, or may still be, and their pieces. */
export async function countTaken(tx: Tx, linkId: string): Promise<TakenPlaces> {
  const { _count, _sum } = await tx.paymentLinkOrder.aggregate({
    where: { linkId, invoice: { status: { notIn: [...GIVEN_BACK] } } },
    _count: { _all: true },
    _sum: { quantity: true },
  });
  return { orders: _count._all, pieces: _sum.quantity ?? 0 };
}

/**
 * Counts what the limits of a link need: nothing for a link without limits, which may have any
 * number of orders.
 */
export async function countForLimits(
  tx: Tx,
  { id, stock, useLimit }: Pick<PaymentLink, "id" | "stock" | "useLimit">,
): Promise<TakenPlaces> {
  return stock === null && useLimit === null ? { orders: 0, pieces: 0 } : await countTaken(tx, id);
}

/** The order that a form made earlier. */
export type FormerOrder = LinkOrder & { readonly invoiceId: string };

export async function findOrderOfForm(tx: Tx, linkId: string, formKey: string): Promise<FormerOrder | null> {
  const row = await tx.paymentLinkOrder.findUnique({
    where: { linkId_formKey: { linkId, formKey } },
    select: { invoiceId: true, quantity: true, note: true, invoice: { select: { amount: true, payerEmail: true } } },
  });
  if (row === null) return null;
  const { invoice, ...order } = row;
  return { ...order, amount: decimal(invoice.amount), payerEmail: invoice.payerEmail };
}

export async function insertOrder(
  tx: Tx,
  order: Omit<Prisma.PaymentLinkOrderUncheckedCreateInput, "createdAt">,
): Promise<void> {
  await tx.paymentLinkOrder.create({ data: order, select: { invoiceId: true } });
}

export function toLink(row: Prisma.PaymentLinkGetPayload<object>): PaymentLink {
  return {
    ...row,
    amount: row.amount && decimal(row.amount),
    amountMin: row.amountMin && decimal(row.amountMin),
    amountMax: row.amountMax && decimal(row.amountMax),
  };
}
