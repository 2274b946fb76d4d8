import { randomBytes } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { noteCreated } from "@/lib/kernel/work-context";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";
import { toInvoiceFormError } from "@/lib/money-in/invoices/create-from-form";
import { insertInvoiceWithin, type NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import type { ChargeInput } from "@/lib/money-in/point-of-sale/dashboard-schema";
import { findSaleByKey, insertSale, type SaleContent, selectItems } from "@/lib/money-in/point-of-sale/repo";
import { subtotalOf } from "@/lib/money-in/point-of-sale/sale-amounts";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { arePaymentsBlocked } from "@/lib/people/merchants/merchants-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const ORDER_ID_BYTES = 6;

type Actor = { readonly merchantId: string; readonly actorId: string };

/**
 * Makes the invoice of one sale at a terminal and returns its id. A device on a bad connection
 * repeats its request: the same key returns the same invoice, whatever has changed since; the same
 * key with other content is refused.
 *
 * Priced by the rules of any invoice; written in one transaction with the sale, which names it.
 * @throws AppError when the content contradicts itself or the items, or the merchant cannot have
 *   such an invoice now
 */
export async function chargeSale({ merchantId, actorId }: Actor, input: ChargeInput): Promise<{ id: string }> {
  const content = readContent(input);
  const former = await findFormer(database(), merchantId, input.saleKey, content);
  if (former !== null) return { id: former };
  await assertOffered(merchantId, content);
  const invoice = await priceSale(merchantId, input.saleKey, content);
  try {
    await withTransaction((tx) => insertBoth(tx, { merchantId, actorId, saleKey: input.saleKey, content, invoice }));
    noteCreated("invoice", invoice.id);
    return { id: invoice.id };
  } catch (error) {
    if (!(error instanceof KeyUsed)) throw error;
    // The other request has committed.
    const first = await findFormer(database(), merchantId, input.saleKey, content);
    invariant(first !== null, "sales are never deleted");
    return { id: first };
  }
}

/** A concurrent request has made the sale. */
class KeyUsed extends Error {}

function readContent({ lines, tip, total, currency }: ChargeInput): SaleContent {
  const exact = lines.map(({ itemId, name, price, quantity }) => {
    return { itemId, name, price: decimal(price).toFixed(), quantity };
  });
  const content = { lines: exact, tip: decimal(tip), amount: decimal(total), currencyCode: currency };
  if (!subtotalOf(exact).plus(content.tip).eq(content.amount))
    throw new AppError("invalid_request", "The lines of the sale do not add up to its total.");
  return content;
}

async function findFormer(tx: Tx, merchantId: string, saleKey: string, content: SaleContent): Promise<string | null> {
  const former = await findSaleByKey(tx, merchantId, saleKey);
  if (former === null) return null;
  if (textOf(former) !== textOf(content))
    throw new AppError("refused", "This sale was already sent with other content. Start a new sale.");
  return former.invoiceId;
}

function textOf({ lines, tip, amount, currencyCode }: SaleContent): string {
  const said = lines.map(({ itemId, name, price, quantity }) => [itemId, name, price, quantity]);
  return JSON.stringify([said, tip.toFixed(), amount.toFixed(), currencyCode]);
}

/**
 * What is sold at a price of the list must have that name and price now: the terminal may have been
 * offline while somebody changed it.
 */
async function assertOffered(merchantId: string, { lines, tip, currencyCode }: SaleContent): Promise<void> {
  const currency = (await loadCatalog()).currency(currencyCode);
  if (currency === null) throw new AppError("refused", "This currency is not available.");
  const amounts = [tip, ...lines.map(({ price }) => decimal(price))];
  if (amounts.some((amount) => amount.decimalPlaces() > currency.decimals))
    throw new AppError("invalid_request", `Use at most ${currency.decimals} decimals.`);
  const items = new Map((await selectItems(database(), merchantId)).map((item) => [item.id, item]));
  for (const { itemId, name, price } of lines) {
    if (itemId === null) continue;
    const item = items.get(itemId);
    const isSame = item?.name === name && item.price.eq(price) && item.currencyCode === currency.code;
    if (!isSame || item.isArchived)
      throw new AppError("refused", `The item “${name}” was changed. Check the sale, and charge again.`);
  }
}

async function priceSale(merchantId: string, saleKey: string, { amount, currencyCode }: SaleContent) {
  try {
    const asked = createInvoiceInput.parse({
      amount: amount.toFixed(),
      currency: currencyCode,
      order_id: `pos-${randomBytes(ORDER_ID_BYTES).toString("hex")}`,
      additional_data: `pos_sale=${saleKey}`,
    });
    return await priceInvoice(await getMerchant(merchantId), toInvoiceTerms(asked));
  } catch (error) {
    throw toInvoiceFormError(error);
  }
}

type Selling = Actor & { readonly saleKey: string; readonly content: SaleContent; readonly invoice: NewInvoice };

async function insertBoth(tx: Tx, { merchantId, actorId, saleKey, content, invoice }: Selling): Promise<void> {
  if (await arePaymentsBlocked(tx, merchantId)) throw toInvoiceFormError(refusal("payments_blocked"));
  if (!(await insertInvoiceWithin(tx, invoice)))
    throw toInvoiceFormError(coinErrors.terminalNotFound({ pool: invoice.quote?.service.network.family }));
  const { lines, tip } = content;
  const sale = { invoiceId: invoice.id, merchantId, saleKey, soldById: actorId, lines, tip };
  if (!(await insertSale(tx, sale))) throw new KeyUsed();
  const after = { orderId: invoice.orderId, amount: content.amount.toFixed(), currency: content.currencyCode };
  await recordAudit(tx, { actorId, merchantId, action: "invoice.create", target: invoice.id, after });
}
