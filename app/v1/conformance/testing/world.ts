import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { type Caller, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type AccountName, hotCustody, merchantWallet, userWallet } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fillPool, newInvoice, openGateway, pay, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import type { Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { newPlan as newPlanOf } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { blockWalletInput } from "@/lib/money-in/static-wallets/schema";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { issueApiKey } from "@/lib/people/keys/api-keys";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";
import { clearRatesCache } from "@/lib/pricing/rates/queries";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";

/** A merchant of the machine API with both keys, and the owner of its personal wallet. */
export type Shop = {
  readonly merchantId: string;
  readonly ownerId: string;
  readonly keys: Readonly<Record<ApiKeyKind, string>>;
};

/**
 * What the rows of the tables refer to: a shop with an object of each kind, 10000 USDT, and 5000
 * more in the personal wallet.
 */
export type World = {
  readonly shop: Shop;
  /** Awaits payment. */
  readonly open: Invoice;
  /** Paid with exactly 100 USDT on bsc, and has a webhook URL. */
  readonly paid: Invoice;
  readonly wallet: StaticWallet;
  /** Blocked; holds 25 USDT received after that. */
  readonly blocked: StaticWallet;
  /** Awaits the payer's acceptance. */
  readonly plan: Recurrence;
};

const ADDRESSES = 3_000;

/** A gateway with payable services on seven networks, and a shop in it. */
export async function openWorld(addresses = ADDRESSES): Promise<World> {
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  await openGateway(addresses);
  await offerNetworks("tron", "ton", "doge");
  for (const family of ["btc", "tron", "ton", "doge"]) await fillPool(100, family);
  const prices = [
    ["TRX", "0.1"],
    ["TON", "3"],
    ["DOGE", "0.2"],
  ] as const;
  for (const [currency, price] of prices) await setPrice(currency, price);
  await copyPrices();
  const shop = await newShop();
  // Many rows refund to one address, all with the payment key.
  await database().merchant.update({ where: { id: shop.merchantId }, data: { refundCeilingUsd: null } });
  const paid = await newPaidInvoice(shop);
  await fund(merchantWallet(shop.merchantId, "USDT"), "9901");
  await fund(userWallet(shop.ownerId, "USDT"), "5000");
  const open = await newInvoice(shop.merchantId, { order_id: freshId() });
  const wallet = await newWallet(shop.merchantId, { order_id: freshId() });
  return {
    shop,
    open,
    paid,
    wallet,
    blocked: await newBlockedWallet(shop, { holds: "25" }),
    plan: await newPlan(shop),
  };
}

/** A plan of recurring payments with an order id. */
export function newPlan({ merchantId }: Shop): Promise<Recurrence> {
  return newPlanOf(merchantId, { order_id: freshId() });
}

/** Every source has the same prices. */
async function copyPrices(): Promise<void> {
  const prices = await database().rate.findMany();
  const sources = RATE_SOURCE_NAMES.filter((source) => source !== "Binance");
  await database().rate.createMany({
    data: sources.flatMap((source) => prices.map((price) => ({ ...price, source }))),
  });
  clearRatesCache();
}

/** @param of owner, who may have other shops; a new user if omitted */
export async function newShop(of?: string): Promise<Shop> {
  const { merchantId, key } = await newCaller();
  const { secret } = await withTransaction((tx) => issueApiKey(tx, merchantId, "payout"));
  const ownerId = of ?? (await newOwner());
  await database().merchantMember.create({ data: { merchantId, userId: ownerId, role: "owner" } });
  await database().merchant.update({ where: { id: merchantId }, data: { walletOwnerId: ownerId } });
  return { merchantId, ownerId, keys: { payment: key, payout: secret } };
}

async function newOwner(): Promise<string> {
  const data = { email: `${randomUUID()}@shop.example`, name: "Ada", passwordHash: "none" };
  return (await database().user.create({ data, select: { id: true } })).id;
}

export async function newPaidInvoice(shop: Shop, fields: Readonly<Record<string, unknown>> = {}): Promise<Invoice> {
  const order = { order_id: freshId(), url_callback: "http://127.0.0.1:9/hook", ...fields };
  const invoice = await newInvoice(shop.merchantId, order);
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoice;
}

/** `holds`: the amount received after the block; nothing if omitted. */
export async function newBlockedWallet(
  shop: Shop,
  changes: { holds?: string; isForceRefund?: boolean; network?: "polygon" } = {},
): Promise<StaticWallet> {
  const network = changes.network ?? "bsc";
  const wallet = await newWallet(shop.merchantId, { order_id: freshId(), network });
  const input = blockWalletInput.parse({ uuid: wallet.id, is_force_refund: changes.isForceRefund ?? false });
  await blockWallet(shop.merchantId, input);
  if (changes.holds === undefined) return wallet;
  await topUp(wallet, { amount: changes.holds, network });
  await settleWallet(wallet.id);
  return wallet;
}

/** Credits an account as if the money had been deposited on bsc. */
export async function fund(account: AccountName, amount: string, currency = "USDT"): Promise<void> {
  const leg = { debit: hotCustody("bsc", currency), credit: account, amount: decimal(amount) };
  const entry = { kind: "treasury.fill" as const, reference: randomUUID(), groupId: "test", legs: [leg] };
  await withTransaction((tx) => postEntry(tx, entry));
}

/** An unused order id, short enough for every operation. */
export const freshId = (): string => randomUUID().replaceAll("-", "");

export const callerOf = (shop: Shop, kind: ApiKeyKind): Caller => ({
  merchantId: shop.merchantId,
  key: shop.keys[kind],
});
