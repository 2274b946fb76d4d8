import { randomBytes } from "node:crypto";
import { withTransaction } from "@/lib/db";
import { createInvoice } from "@/lib/invoices/create-invoice";
import { inFormWords, orderIdTaken, toCreateInput } from "@/lib/invoices/form-input";
import type { NewInvoiceInput } from "@/lib/invoices/new-invoice-schema";
import { findInvoiceByOrderId } from "@/lib/invoices/repo";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { getMerchant } from "@/lib/merchants/get-merchant";

const ORDER_ID_BYTES = 5;

/**
 * Creates an invoice from the dashboard's form by the same command as the machine API. Unlike there, a known order id is refused:
 * a person who types one twice means two invoices.
 * @throws AppError, with the form's own field names
 */
export async function createInvoiceFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewInvoiceInput,
): Promise<{ id: string }> {
  const orderId = form.orderId ?? `inv-${randomBytes(ORDER_ID_BYTES).toString("hex")}`;
  if (await findInvoiceByOrderId(merchantId, orderId)) throw orderIdTaken();
  try {
    const invoice = await createInvoice(await getMerchant(merchantId), toCreateInput(form, orderId));
    // After it, not with it: making an invoice is one statement, for which the machine API's clients wait.
    const after = { orderId, amount: form.amount, currency: form.currency };
    await withTransaction((tx) =>
      recordAudit(tx, { actorId, merchantId, action: "invoice.create", target: invoice.id, after }),
    );
    return { id: invoice.id };
  } catch (error) {
    throw inFormWords(error);
  }
}
