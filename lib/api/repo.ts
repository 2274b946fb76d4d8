import { connectionPool } from "@/lib/db";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import type { AcceptedCoin, Merchant } from "@/lib/merchants/merchant";
import { decimal } from "@/lib/money/decimal";

type ApiMerchant = {
  readonly merchant: Merchant;
  readonly keys: readonly { readonly id: string; readonly kind: ApiKeyKind; readonly sealed: Uint8Array }[];
};

type Row = {
  name: string;
  payment_commission: string | null;
  accepted_coins: AcceptedCoin[] | null;
  payments_blocked_at: Date | null;
  payouts_blocked_at: Date | null;
  key_id: string;
  kind: ApiKeyKind;
  secret: Buffer;
};

/** A merchant with the keys that are good right now: one statement, straight on `pg`, since every request waits for it. */
export async function findApiMerchant(merchantId: string): Promise<ApiMerchant | null> {
  const { rows } = await connectionPool().query<Row>({
    name: "find-api-merchant",
    text: `SELECT m.name, m.payment_commission, m.accepted_coins, m.payments_blocked_at, m.payouts_blocked_at,
             k.id AS key_id, k.kind, k.secret
           FROM merchants m JOIN api_keys k ON k.merchant_id = m.id
           WHERE m.id = $1 AND (k.ends_at IS NULL OR k.ends_at > now()) ORDER BY k.ends_at DESC NULLS FIRST`,
    values: [merchantId],
  });
  const first = rows[0];
  if (first === undefined) return null;
  return {
    merchant: {
      id: merchantId,
      name: first.name,
      paymentCommission: first.payment_commission === null ? null : decimal(first.payment_commission),
      acceptedCoins: first.accepted_coins,
      arePaymentsBlocked: first.payments_blocked_at !== null,
      arePayoutsBlocked: first.payouts_blocked_at !== null,
    },
    keys: rows.map((row) => ({ id: row.key_id, kind: row.kind, sealed: row.secret })),
  };
}
