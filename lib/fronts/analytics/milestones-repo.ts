import { database } from "@/lib/kernel/db";

/** Writes that a payment page was opened, unless that is known already. Never changes a moment that was written. */
export async function insertOpening(invoiceId: string, at: Date): Promise<void> {
  await database().$executeRaw`
    INSERT INTO invoice_milestones AS m (invoice_id, opened_at) VALUES (${invoiceId}::uuid, ${at})
    ON CONFLICT (invoice_id) DO UPDATE SET opened_at = excluded.opened_at WHERE m.opened_at IS NULL`;
}

/** Since when openings are written down at all. */
export async function readOpeningsSince(): Promise<Date> {
  return (await database().milestoneState.findUniqueOrThrow({ where: { id: 1 } })).openingsSince;
}

/** Whether a user works for the invoice's merchant: whose own look at its page is no payer's. */
export async function isOfOwnMerchant(invoiceId: string, userId: string): Promise<boolean> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM invoices i JOIN merchant_members m ON m.merchant_id = i.merchant_id
    WHERE i.id = ${invoiceId}::uuid AND m.user_id = ${userId}::uuid`;
  return rows.length > 0;
}
