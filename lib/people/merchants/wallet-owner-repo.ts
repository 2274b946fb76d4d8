import { createHash } from "node:crypto";
import { database, type Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { formatCrypto, formatFiat } from "@/lib/kernel/money/format";
import { listMerchantBalances, listUserBalances, type WalletBalance } from "@/lib/ledger/holdings";
import type { WalletView } from "@/lib/people/merchants/wallet-schema";
import { findUsdPrice } from "@/lib/pricing/rates/queries";

/** The owner of the personal wallets that belong to a merchant: its creator (decision 0022). */
export type WalletOwner = {
  readonly userId: string;
  readonly name: string;
  /**
   * False: no longer an owner, or blocked. Nothing is transferred to or from these wallets until
   * that has changed.
   */
  readonly isUsable: boolean;
};

/** Null for a merchant created without an owner. */
export async function findWalletOwner(merchantId: string): Promise<WalletOwner | null> {
  const rows = await database().$queryRaw<WalletOwner[]>`
    SELECT u.id::text AS "userId", u.name, coalesce(mm.role = 'owner', false) AND NOT u.is_blocked AS "isUsable"
    FROM merchants m
    JOIN users u ON u.id = m.wallet_owner_id
    LEFT JOIN merchant_members mm ON mm.merchant_id = m.id AND mm.user_id = u.id
    WHERE m.id = ${merchantId}::uuid`;
  return rows[0] ?? null;
}

/**
 * Returns whether this is still true; until the transaction ends nobody removes the role or blocks
 * the person.
 */
export async function lockWalletOwner(tx: Tx, merchantId: string, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM merchants m
    JOIN users u ON u.id = m.wallet_owner_id
    JOIN merchant_members mm ON mm.merchant_id = m.id AND mm.user_id = u.id
    WHERE m.id = ${merchantId}::uuid AND u.id = ${userId}::uuid AND mm.role = 'owner' AND NOT u.is_blocked
    FOR SHARE OF mm, u`;
  return rows.length === 1;
}

/**
 * Returns the uuid of a merchant's or user's wallet in one currency, used throughout the interface.
 * It is derived from the two (RFC 9562, version 8 over SHA-256), so it needs no table and exists
 * before the first credit.
 */
export function walletUuid(ownerId: string, currency: string): string {
  const bytes = createHash("sha256").update(`wallet\n${ownerId}\n${currency}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Returns the response of `POST /v1/balance`: the merchant's wallets, and the personal ones that
 * transfers reach.
 */
export async function merchantBalanceView(merchantId: string) {
  const owner = await findWalletOwner(merchantId);
  const ownerId = owner?.isUsable ? owner.userId : null;
  const [merchant, user] = await Promise.all([
    listMerchantBalances(merchantId),
    ownerId === null ? [] : listUserBalances(ownerId),
  ]);
  const views = (scope: string, wallets: readonly WalletBalance[]) =>
    Promise.all(wallets.map((wallet) => toWalletView(scope, wallet)));
  return [{ balance: { merchant: await views(merchantId, merchant), user: await views(ownerId ?? "", user) } }];
}

async function toWalletView(scope: string, wallet: WalletBalance): Promise<WalletView> {
  const balance = decimal(wallet.balance);
  return {
    uuid: walletUuid(scope, wallet.currency),
    balance: formatCrypto(balance),
    currency_code: wallet.currency,
    balance_usd: await usdText(wallet),
  };
}

/** Zero without a fresh price: a balance must stay readable while a rate source is down. */
async function usdText(wallet: WalletBalance): Promise<string> {
  try {
    const { rate } = await findUsdPrice(wallet.currency);
    return formatFiat(decimal(wallet.balance).times(rate));
  } catch {
    return formatFiat(decimal("0"));
  }
}
