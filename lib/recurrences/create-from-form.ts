import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { inFormWords, orderIdTaken } from "@/lib/invoices/form-input";
import { mailSender } from "@/lib/mail/mail-settings";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { createRecurrence } from "@/lib/recurrences/create-recurrence";
import type { NewRecurrenceInput } from "@/lib/recurrences/new-recurrence-schema";
import { findRecurrenceByOrderId } from "@/lib/recurrences/repo";
import { createRecurrenceInput } from "@/lib/recurrences/schema";

/**
 * Creates a plan from the dashboard's form by the same command as the machine API. Unlike there, a known order id is refused: a person who
 * types one twice means two plans.
 * @throws AppError, with the form's own field names
 */
export async function createRecurrenceFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewRecurrenceInput,
): Promise<{ id: string }> {
  if (form.orderId !== null && (await findRecurrenceByOrderId(merchantId, form.orderId))) throw orderIdTaken();
  if (mailSender() === null)
    throw new AppError("unavailable", "This gateway sends no e-mails, so that no payer could accept it.");
  try {
    const { id } = await createRecurrence(await getMerchant(merchantId), toInput(form));
    const { name, orderId, amount, currency } = form;
    const after = { name, orderId, amount, currency, interval: form.interval };
    await withTransaction((tx) =>
      recordAudit(tx, { actorId, merchantId, action: "recurrence.create", target: id, after }),
    );
    return { id };
  } catch (error) {
    throw inFormWords(error);
  }
}

/** @throws ZodError with the machine API's names */
function toInput(form: NewRecurrenceInput) {
  return createRecurrenceInput.parse({
    amount: form.amount,
    currency: form.currency,
    name: form.name,
    period: form.interval,
    to_currency: form.coin,
    order_id: form.orderId,
    url_callback: form.urlCallback,
    discount_days: form.discountDays,
    discount_amount: form.discountAmount,
    additional_data: form.additionalData,
  });
}
