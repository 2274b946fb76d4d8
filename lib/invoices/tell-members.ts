import type { Tx } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { queueNotification } from "@/lib/notifications/notify-people";

/** Has the people of a merchant told that an invoice, or a top-up, is paid: nothing for any other status. */
export async function tellMembers(tx: Tx, invoice: Invoice): Promise<void> {
  const { id, merchantId, status, orderId, amount, currencyCode } = invoice;
  if (status !== "paid" && status !== "paid_over") return;
  const detail = { orderId, amount: `${amount.toFixed()} ${currencyCode}` };
  await queueNotification(tx, { kind: "invoice_paid", merchantId, reference: id, detail });
}
