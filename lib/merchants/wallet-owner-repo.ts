import { database, type Tx } from "@/lib/db";

/** Whose personal wallets belong to a merchant: whoever made it (decision 0022). */
export type WalletOwner = {
  readonly userId: string;
  readonly name: string;
  /** False: no owner any more, or blocked. Nothing goes to these wallets or comes from them until that has changed. */
  readonly isUsable: boolean;
};

/** Null for a merchant that was made without anybody. */
export async function findWalletOwner(merchantId: string): Promise<WalletOwner | null> {
  const rows = await database().$queryRaw<WalletOwner[]>`
    SELECT u.id::text AS "userId", u.name, coalesce(mm.role = 'owner', false) AND NOT u.is_blocked AS "isUsable"
    FROM merchants m
    JOIN users u ON u.id = m.wallet_owner_id
    LEFT JOIN merchant_members mm ON mm.merchant_id = m.id AND mm.user_id = u.id
    WHERE m.id = ${merchantId}::uuid`;
  return rows[0] ?? null;
}

/** Whether it is so still; until the transaction ends nobody takes the role away or blocks the person. */
export async function lockWalletOwner(tx: Tx, merchantId: string, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM merchants m
    JOIN users u ON u.id = m.wallet_owner_id
    JOIN merchant_members mm ON mm.merchant_id = m.id AND mm.user_id = u.id
    WHERE m.id = ${merchantId}::uuid AND u.id = ${userId}::uuid AND mm.role = 'owner' AND NOT u.is_blocked
    FOR SHARE OF mm, u`;
  return rows.length === 1;
}
