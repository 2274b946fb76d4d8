import type { Tx } from "@/lib/db";
import type { Refund } from "@/lib/refunds/refund";

/**
 * Whether an address sent at least as much of what a refund gives back as goes back to it with this one, which is written down already. A
 * grain of dust makes nobody a payer of the rest. Case is passed over, which
 * differs between forms of one address of EVM networks; nobody can make another address that differs in nothing else. In any other form it
 * counts as another.
 */
export async function isBackToPayer(
  tx: Tx,
  { kind, invoiceId, walletId, address }: Pick<Refund, "kind" | "invoiceId" | "walletId" | "address">,
): Promise<boolean> {
  if (kind === "case") return false;
  const [row] = await tx.$queryRaw<[{ isEnough: boolean }]>`
    SELECT
      (SELECT coalesce(sum(p.amount), 0) FROM (
        SELECT c.deposit_id, c.amount FROM invoice_credits c WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL
        UNION ALL
        SELECT h.deposit_id, h.amount FROM wallet_holds h WHERE h.wallet_id = ${walletId}::uuid AND h.reversed_at IS NULL
      ) p JOIN deposits d ON d.id = p.deposit_id WHERE lower(d.from_address) = lower(${address}))
      >=
      (SELECT coalesce(sum(r.amount), 0) FROM refunds r
        WHERE (r.invoice_id = ${invoiceId}::uuid OR r.wallet_id = ${walletId}::uuid) AND lower(r.address) = lower(${address}) AND r.status <> 'fail')
      AS "isEnough"`;
  return row.isEnough;
}
