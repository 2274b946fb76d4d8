import type { Tx } from "@/lib/db";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** One transaction that was credited for an invoice. */
export type ReceivedPart = {
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly transactionId: string;
  readonly network: {
    readonly name: string;
    readonly isSandbox: boolean;
    readonly explorerTransaction: string | null;
  };
};

/** Who was paid: what a payer may know of a merchant. */
export type Payee = { readonly name: string; readonly supportContact: string | null };

/** What stands credited, oldest first. */
export async function listReceivedParts(tx: Tx, invoiceId: string): Promise<ReceivedPart[]> {
  const rows = await tx.$queryRaw<
    { amount: string; currency: string; txid: string; name: string; sandbox: boolean; explorer: string | null }[]
  >`
    SELECT c.amount::text, c.currency_code AS currency, d.transaction_id AS txid, n.name,
      n.is_sandbox AS sandbox, n.explorer_transaction AS explorer
    FROM invoice_credits c JOIN deposits d ON d.id = c.deposit_id JOIN networks n ON n.code = d.network_code
    WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL
    ORDER BY d.seen_at, d.id`;
  return rows.map(({ amount, currency, txid, name, sandbox, explorer }) => ({
    amount: decimal(amount),
    currencyCode: currency,
    transactionId: txid,
    network: { name, isSandbox: sandbox, explorerTransaction: explorer },
  }));
}

export async function findPayee(tx: Tx, merchantId: string): Promise<Payee> {
  return tx.merchant.findUniqueOrThrow({ where: { id: merchantId }, select: { name: true, supportContact: true } });
}
