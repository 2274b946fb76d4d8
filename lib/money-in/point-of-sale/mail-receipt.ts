import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { mailReceipt } from "@/lib/money-in/invoices/queue-receipt";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { countReceipt, countReceiptsSince, findSale } from "@/lib/money-in/point-of-sale/repo";

/** A mistyped address can be corrected; nobody's mailbox is filled. */
export const RECEIPTS_OF_SALE_MAX = 3;
export const RECEIPTS_A_DAY = 300;
const DAY_MS = 86_400_000;

type Asked = {
  readonly merchantId: string;
  readonly actorId: string;
  readonly id: string;
  readonly email: string;
};

/**
 * Mails the receipt of a paid sale to an address that the customer names. The address is kept in
 * the mail alone.
 * @throws AppError `not_found`, also for another merchant's sale; `refused` before it is paid, and
 *   when too many were sent
 */
export async function mailSaleReceipt({ merchantId, actorId, id, email }: Asked, now = new Date()): Promise<void> {
  if ((await findSale(merchantId, id)) === null) throw new AppError("not_found", "Sale not found.");
  await withTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, id);
    const number = await countReceipt(tx, merchantId, id, RECEIPTS_OF_SALE_MAX);
    if (invoice === null || number === null)
      throw new AppError("refused", `At most ${RECEIPTS_OF_SALE_MAX} receipts of a sale can be sent.`);
    if ((await countReceiptsSince(tx, merchantId, new Date(now.getTime() - DAY_MS))) > RECEIPTS_A_DAY)
      throw new AppError("refused", "Too many receipts were sent today. Print it instead.");
    // Each mail about one subject is sent once: the number makes another subject.
    const sent = await mailReceipt(tx, invoice, { recipient: email, reference: `${id}:${number}` });
    if (sent === "not-paid") throw new AppError("refused", "There is no receipt before the sale is paid.");
    if (sent === "no-mail") throw new AppError("refused", "This gateway sends no mail. Print the receipt instead.");
    const detail = { orderId: invoice.orderId };
    await recordAudit(tx, { actorId, merchantId, action: "point-of-sale.receipt", target: id, detail });
  });
}
