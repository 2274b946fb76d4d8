import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { offeredLocale } from "@/lib/kernel/locales/negotiate-locale";
import { decimal } from "@/lib/kernel/money/decimal";
import type { Bill } from "@/lib/money-in/bills/bill";
import type { BillInput } from "@/lib/money-in/bills/dashboard-schema";
import {
  type BillContent,
  deleteDraft,
  findMerchantBill,
  insertDraft,
  lockMerchantBill,
  updateDraft,
} from "@/lib/money-in/bills/repo";
import { billTotals } from "@/lib/money-in/bills/totals";
import { positiveAmount } from "@/lib/money-in/invoices/schema";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export type BillActor = { readonly merchantId: string; readonly actorId: string };

/**
 * Writes a draft. Nobody but the merchant's members sees it, and it has no number yet.
 * @throws AppError with the form's own field names
 */
export async function createBill({ merchantId, actorId }: BillActor, form: BillInput): Promise<{ id: string }> {
  const content = await toContent(form);
  const id = randomUUID();
  await withTransaction(async (tx) => {
    await insertDraft(tx, id, merchantId, content);
    await recordAudit(tx, { actorId, merchantId, action: "bill.create", target: id, after: auditOf(content) });
  });
  return { id };
}

/**
 * Replaces the content of one of the merchant's drafts.
 * @throws AppError `not_found`, also for another merchant's; `refused` once it was sent
 */
export async function changeBill(actor: BillActor, id: string, form: BillInput, now = new Date()): Promise<void> {
  const { merchantId, actorId } = actor;
  const content = await toContent(form);
  await withTransaction(async (tx) => {
    const draft = await lockDraft(tx, merchantId, id);
    await updateDraft(tx, id, content, now);
    const audited = { before: auditOf(draft), after: auditOf(content) };
    await recordAudit(tx, { actorId, merchantId, action: "bill.change", target: id, ...audited });
  });
}

/** Deletes one of the merchant's drafts. @throws AppError as {@link changeBill} */
export async function discardBill({ merchantId, actorId }: BillActor, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const draft = await lockDraft(tx, merchantId, id);
    await deleteDraft(tx, id);
    await recordAudit(tx, { actorId, merchantId, action: "bill.discard", target: id, before: auditOf(draft) });
  });
}

async function lockDraft(tx: Tx, merchantId: string, id: string): Promise<Bill> {
  const found = await lockOwnBill(tx, merchantId, id);
  if (found.sentAt !== null)
    throw new AppError("refused", "A bill that was sent does not change. Cancel it and write a new one.");
  return found;
}

/** @throws AppError `not_found`, the same for another merchant's bill as for none */
export async function lockOwnBill(tx: Tx, merchantId: string, id: string): Promise<Bill> {
  const found = await lockMerchantBill(tx, merchantId, id);
  if (found === null) throw new AppError("not_found", "Bill not found.");
  return found;
}

/** @throws AppError as {@link lockOwnBill} */
export async function getBill(merchantId: string, id: string): Promise<Bill> {
  const found = await findMerchantBill(merchantId, id);
  if (found === null) throw new AppError("not_found", "Bill not found.");
  return found;
}

async function toContent({ currency: code, lines, taxes, locale, ...form }: BillInput): Promise<BillContent> {
  const currency = (await loadCatalog()).currency(code);
  if (currency === null) throw wrongField("currency", "This currency is not available.");
  const { decimals } = currency;
  const billed = lines.map(({ text, quantity, price }) => ({
    text,
    quantity: decimal(quantity),
    price: decimal(price),
  }));
  const taxed = taxes.map(({ name, percent }) => ({ name, percent: decimal(percent) }));
  for (const [index, { price }] of billed.entries())
    if (price.decimalPlaces() > decimals) throw wrongField(`lines.${index}.price`, `Use at most ${decimals} decimals.`);
  const { subtotal, total } = billTotals(billed, taxed, decimals);
  // What no invoice can be made of could not be paid.
  if (!positiveAmount.safeParse(total.toFixed()).success)
    throw wrongField("lines", "The total must be above zero, and not too large for one payment.");
  const words = { locale: offeredLocale(locale) ?? "en", currencyCode: currency.code, decimals };
  return { ...form, ...words, lines: billed, taxes: taxed, subtotal, total };
}

function auditOf({ customerName, total, currencyCode, dueDate }: BillContent) {
  return { customerName, total: total.toFixed(), currency: currencyCode, dueDate };
}
