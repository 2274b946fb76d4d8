import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import type { ChangeItemInput, NewItemInput, SettingsInput } from "@/lib/money-in/point-of-sale/dashboard-schema";
import {
  countItems,
  findSettings,
  insertItem,
  lockItem,
  type PosItem,
  type PosSettings,
  saveSettings,
  updateItem,
} from "@/lib/money-in/point-of-sale/repo";
import { DEFAULT_SETTINGS } from "@/lib/money-in/point-of-sale/terminal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** A terminal shows all of them at once. */
export const ITEMS_MAX = 200;

type Actor = { readonly merchantId: string; readonly actorId: string };

/** Changes the currency and the tips of the terminals. @throws AppError at the form's fields */
export async function changeSettings(
  { merchantId, actorId }: Actor,
  { currency: code, tips }: SettingsInput,
  now = new Date(),
): Promise<void> {
  const currency = (await loadCatalog()).currency(code);
  if (currency === null) throw wrongField("currency", "This currency is not available.");
  const after = { currencyCode: currency.code, tipPercents: tips };
  await withTransaction(async (tx) => {
    const former = (await findSettings(tx, merchantId)) ?? DEFAULT_SETTINGS;
    await saveSettings(tx, merchantId, after, now);
    const audited = { before: auditedOf(former), after: auditedOf(after) };
    await recordAudit(tx, { actorId, merchantId, action: "point-of-sale.change", target: merchantId, ...audited });
  });
}

function auditedOf({ currencyCode, tipPercents }: PosSettings) {
  return { currency: currencyCode, tipPercents: tipPercents.map(String) };
}

/** Adds an item in the currency of the terminals. @throws AppError at the form's fields */
export async function createItem({ merchantId, actorId }: Actor, form: NewItemInput): Promise<{ id: string }> {
  const id = randomUUID();
  await withTransaction(async (tx) => {
    if ((await countItems(tx, merchantId)) >= ITEMS_MAX)
      throw new AppError("refused", `At most ${ITEMS_MAX} items are possible. Change an archived one instead.`);
    const { currencyCode } = (await findSettings(tx, merchantId)) ?? DEFAULT_SETTINGS;
    await assertPrice(form.price, currencyCode);
    const item = { id, name: form.name, price: decimal(form.price), currencyCode };
    await insertItem(tx, { ...item, merchantId });
    const after = { ...termsOf({ ...item, isArchived: false }), currency: currencyCode };
    await recordAudit(tx, { actorId, merchantId, action: "pos-item.create", target: id, after });
  });
  return { id };
}

/**
 * Changes or archives one of the merchant's items. Sales that were made keep its former name and
 * price.
 * @throws AppError `not_found`, also for another merchant's; at the form's fields
 */
export async function changeItem({ merchantId, actorId }: Actor, form: ChangeItemInput, now = new Date()) {
  await withTransaction(async (tx) => {
    const item = await lockItem(tx, merchantId, form.id);
    if (item === null) throw new AppError("not_found", "Item not found.");
    await assertPrice(form.price, item.currencyCode);
    const change = { name: form.name, price: decimal(form.price), isArchived: form.isArchived };
    await updateItem(tx, item.id, change, now);
    const audited = { before: termsOf(item), after: termsOf(change) };
    await recordAudit(tx, { actorId, merchantId, action: "pos-item.change", target: item.id, ...audited });
  });
}

function termsOf({ name, price, isArchived }: Pick<PosItem, "name" | "price" | "isArchived">) {
  return { name, price: price.toFixed(), isArchived };
}

async function assertPrice(price: string, currencyCode: string): Promise<void> {
  const currency = (await loadCatalog()).currency(currencyCode);
  if (currency === null) throw wrongField("price", `${currencyCode} is no longer available.`);
  if (decimal(price).decimalPlaces() > currency.decimals)
    throw wrongField("price", `Use at most ${currency.decimals} decimals.`);
}
