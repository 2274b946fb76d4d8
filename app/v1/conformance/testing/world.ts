import { randomUUID } from "node:crypto";
import { type Caller, newCaller } from "@/lib/api/testing/call-api";
import { offerNetworks } from "@/lib/catalog/testing/offer-networks";
import { database, withTransaction } from "@/lib/db";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import type { Invoice } from "@/lib/invoices/invoice";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { fillPool, newInvoice, openGateway, pay, setPrice } from "@/lib/invoices/testing/gateway-rig";
import { issueApiKey } from "@/lib/merchants/api-keys";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { forgetRates } from "@/lib/rates/queries";
import { RATE_SOURCE_NAMES } from "@/lib/rates/source-name";
import { blockWallet } from "@/lib/wallets/block-wallet";
import { createWallet } from "@/lib/wallets/create-wallet";
import { blockWalletInput, createWalletInput } from "@/lib/wallets/schema";

/** A merchant of the machine API with both keys. */
export type Shop = { readonly merchantId: string; readonly keys: Readonly<Record<ApiKeyKind, string>> };

/** What the rows of the tables refer to: a shop with a thing of each kind. */
export type World = {
  readonly shop: Shop;
  /** Waits for its payer. */
  readonly open: Invoice;
  /** Paid with exactly 100 USDT on bsc, and has an address for webhooks. */
  readonly paid: Invoice;
  readonly wallet: WalletNames;
  /** Blocked, and nothing was ever paid to it. */
  readonly blocked: WalletNames;
};

type WalletNames = { readonly uuid: string; readonly orderId: string };

const ADDRESSES = 4_000;

/** A gateway whose services on bsc, polygon, eth and btc can be paid with, and a shop in it. */
export async function openWorld(): Promise<World> {
  await openGateway(ADDRESSES);
  await fillPool(100, "btc");
  await offerNetworks("tron", "ton", "doge");
  for (const family of ["tron", "ton", "doge"]) await fillPool(100, family);
  for (const [currency, price] of [
    ["TRX", "0.1"],
    ["TON", "3"],
    ["DOGE", "0.2"],
  ] as const)
    await setPrice(currency, price);
  await copyPrices();
  const shop = await newShop();
  const paid = await newPaidInvoice(shop);
  const open = await newInvoice(shop.merchantId, { order_id: freshId() });
  const [wallet, blocked] = [await newWallet(shop), await newWallet(shop)];
  await blockWallet(shop.merchantId, blockWalletInput.parse({ uuid: blocked.uuid }));
  return { shop, open, paid, wallet, blocked };
}

/** Every source says the same. */
async function copyPrices(): Promise<void> {
  const prices = await database().rate.findMany();
  const sources = RATE_SOURCE_NAMES.filter((source) => source !== "Binance");
  await database().rate.createMany({
    data: sources.flatMap((source) => prices.map((price) => ({ ...price, source }))),
  });
  forgetRates();
}

export async function newShop(): Promise<Shop> {
  const { merchantId, key } = await newCaller();
  const { secret } = await withTransaction((tx) => issueApiKey(tx, merchantId, "payout"));
  return { merchantId, keys: { payment: key, payout: secret } };
}

export async function newPaidInvoice(shop: Shop, fields: Readonly<Record<string, unknown>> = {}): Promise<Invoice> {
  const order = { order_id: freshId(), url_callback: "http://127.0.0.1:9/hook", ...fields };
  const invoice = await newInvoice(shop.merchantId, order);
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoice;
}

export async function newWallet(shop: Shop): Promise<WalletNames> {
  const input = createWalletInput.parse({ currency: "USDT", network: "bsc", order_id: freshId() });
  const wallet = await createWallet(await getMerchant(shop.merchantId), input);
  return { uuid: wallet.id, orderId: wallet.orderId };
}

/** An order id that nothing has yet, short enough for every operation. */
export const freshId = (): string => randomUUID().replaceAll("-", "");

/** The caller that signs with this key. */
export const callerOf = (shop: Shop, kind: ApiKeyKind): Caller => ({
  merchantId: shop.merchantId,
  key: shop.keys[kind],
});
