import { connectionPool, sqlState } from "@/lib/db";
import type { StaticWallet } from "@/lib/wallets/wallet";

const UNIQUE_VIOLATION = "23505";

export type NewWallet = Pick<
  StaticWallet,
  | "id"
  | "merchantId"
  | "orderId"
  | "currencyCode"
  | "networkCode"
  | "urlCallback"
  | "fromReferralCode"
  | "creationFee"
  | "createdAt"
> & { readonly family: string };

export type InsertOutcome =
  | { readonly outcome: "inserted"; readonly address: string; readonly addressId: bigint }
  /** By a wallet or an invoice, before or meanwhile. */
  | { readonly outcome: "order id taken" }
  | { readonly outcome: "no address" };

/** Takes one address from the pool; every other part reads from it, so that an empty pool or a repeated order id writes nothing. */
const INSERT = `
  WITH taken AS (
    UPDATE addresses SET owner_kind = 'wallet', owner_id = $1::uuid, taken_at = $9
    WHERE id = (
      SELECT id FROM addresses WHERE family = $10 AND taken_at IS NULL
        AND NOT EXISTS (SELECT FROM claimed_order_ids WHERE merchant_id = $2::uuid AND order_id = $3)
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, address
  ), claim AS (
    INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) SELECT $2::uuid, $3, 'wallet', $1::uuid FROM taken
  )
  INSERT INTO static_wallets (id, merchant_id, order_id, currency_code, network_code, url_callback, from_referral_code, creation_fee,
    address_id, address, created_at, updated_at)
  SELECT $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::numeric, id, address, $9::timestamptz, $9::timestamptz FROM taken
  RETURNING address, address_id`;

/** Writes the wallet with its claimed order id and its address: one statement, so it is whole or not there. */
export async function insertWallet(wallet: NewWallet): Promise<InsertOutcome> {
  try {
    const { rows } = await connectionPool().query<{ address: string; address_id: string }>({
      name: "insert-static-wallet",
      text: INSERT,
      values: [
        wallet.id,
        wallet.merchantId,
        wallet.orderId,
        wallet.currencyCode,
        wallet.networkCode,
        wallet.urlCallback,
        wallet.fromReferralCode,
        wallet.creationFee.toFixed(),
        wallet.createdAt,
        wallet.family,
      ],
    });
    const row = rows[0];
    return row
      ? { outcome: "inserted", address: row.address, addressId: BigInt(row.address_id) }
      : { outcome: "no address" };
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return { outcome: "order id taken" };
    throw error;
  }
}
