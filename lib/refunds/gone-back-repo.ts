import type { Tx } from "@/lib/db";

/**
 * Which of these deposits were sent back once, or are on their way: as what a blocked wallet held, as a case, or with the payment that
 * an earlier inclusion of it had paid. One that left its chain and came back after that is the same money to its payer: nothing of it
 * may go back again, it may only repay the merchant who owes for the first time. A refund that failed does not count.
 *
 * `exceptInvoiceId` leaves refunds of that payment out: for its own sums, which count them already.
 */
export async function listGoneBack(
  tx: Tx,
  depositIds: readonly string[],
  exceptInvoiceId: string | null = null,
): Promise<ReadonlySet<string>> {
  if (depositIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM unnest(${[...depositIds]}::uuid[]) AS d(id)
    WHERE EXISTS (
        SELECT FROM wallet_holds h JOIN refunds r ON r.id = h.refund_id
        WHERE h.deposit_id = d.id AND h.reversed_at IS NOT NULL AND r.status <> 'fail')
      OR EXISTS (SELECT FROM cases k JOIN refunds r ON r.case_id = k.id WHERE k.deposit_id = d.id AND r.status <> 'fail')
      OR EXISTS (
        SELECT FROM invoice_credits c JOIN refunds r ON r.invoice_id = c.invoice_id
        WHERE c.deposit_id = d.id AND c.reversed_at IS NOT NULL AND r.kind = 'payment' AND r.status <> 'fail'
          AND c.invoice_id IS DISTINCT FROM ${exceptInvoiceId}::uuid)`;
  return new Set(rows.map(({ id }) => id));
}
