import { randomUUID } from "node:crypto";
import { database } from "@/lib/kernel/db";
import { type Payment, payAddress } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { findWalletById } from "@/lib/money-in/static-wallets/repo";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

type Fields = Readonly<Record<string, unknown>>;

/** Callback URL of these tests' wallets; nothing listens there. */
export const CALLBACK = "http://127.0.0.1:9/callback";

/** Creates a static wallet for USDT on bsc, changed by `fields` as the machine API names them. */
export async function newWallet(merchantId: string, fields: Fields = {}): Promise<StaticWallet> {
  const input = createWalletInput.parse({
    currency: "USDT",
    network: "bsc",
    order_id: randomUUID(),
    url_callback: CALLBACK,
    ...fields,
  });
  return createWallet(await getMerchant(merchantId), input);
}

export async function walletNow(id: string): Promise<StaticWallet> {
  const found = await findWalletById(id);
  if (found === null) throw new Error(`no wallet ${id}`);
  return found;
}

/** Inserts the deposit that the watcher records when a block pays the wallet's address. */
export function topUp(wallet: StaticWallet, payment: Payment): Promise<string> {
  const { addressId, address, id } = wallet;
  return payAddress({ id: addressId, address, ownerId: id, ownerKind: "wallet" }, payment);
}

/** Lists a wallet's payments, oldest first. */
export async function topUpsOf(walletId: string) {
  const rows = await database().invoice.findMany({
    where: { walletId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id, status, amount, creditedAmount, commissionAmount }) => ({
    id,
    status,
    amount: amount.toFixed(),
    credited: creditedAmount?.toFixed() ?? null,
    commission: commissionAmount?.toFixed() ?? null,
  }));
}

/** Lists a wallet's queued webhooks in order. */
export async function webhooksOf(walletId: string): Promise<Record<string, unknown>[]> {
  const rows = await database().webhookDelivery.findMany({
    where: { objectKind: "wallet", objectId: walletId },
    orderBy: { sequence: "asc" },
  });
  return rows.map((row) => JSON.parse(row.payload) as Record<string, unknown>);
}
