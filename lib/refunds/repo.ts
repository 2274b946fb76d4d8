import { database } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** Whether anything of the payment's credits stands converted to another currency. */
export async function isPaymentConverted(invoiceId: string): Promise<boolean> {
  return (await database().conversion.count({ where: { invoiceId, cause: "auto", reversedAt: null } })) > 0;
}

export type HeldDeposit = { readonly amount: Decimal; readonly isRefunded: boolean };

/** What a blocked wallet holds, and what of it has left already. */
export async function listHeldDeposits(walletId: string): Promise<HeldDeposit[]> {
  const rows = await database().walletHold.findMany({
    where: { walletId, reversedAt: null },
    select: { amount: true, refundedAt: true },
  });
  return rows.map((row) => ({ amount: decimal(row.amount), isRefunded: row.refundedAt !== null }));
}
