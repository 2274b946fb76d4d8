import { Prisma } from "@/lib/generated/prisma/client";

/**
 * Deposits (`d`) to addresses that we gave out which are ours to move: in the books, on the chain, without a decision that is still to be
 * made or a refund that is under way. What came to a static wallet must be credited, or gone back: until then its merchant may still block
 * the wallet. What was refunded left by the hot wallet, so the deposit itself is ours.
 */
export const MOVABLE = Prisma.sql`
  d.booked_inclusion IS NOT NULL AND d.status = 'confirmed' AND d.owner_kind IS DISTINCT FROM 'hot'
  AND NOT EXISTS (SELECT 1 FROM cases k WHERE k.deposit_id = d.id AND k.status IN ('open', 'refunding'))
  AND NOT EXISTS (SELECT 1 FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL AND h.refunded_at IS NULL)
  AND (d.owner_kind IS DISTINCT FROM 'wallet'
    OR EXISTS (SELECT 1 FROM invoice_credits c WHERE c.deposit_id = d.id AND c.reversed_at IS NULL)
    OR EXISTS (SELECT 1 FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL)
    OR EXISTS (SELECT 1 FROM cases k WHERE k.deposit_id = d.id AND k.status IN ('credited', 'refunded')))`;
