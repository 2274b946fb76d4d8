import { randomUUID } from "node:crypto";
import { isAccepted } from "@/lib/accepted-coins/coin-limits";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError, invalidParameter } from "@/lib/errors";
import { coinErrors } from "@/lib/invoices/coin-error";
import { isOrderIdBeingClaimed, isOrderIdClaimed } from "@/lib/invoices/insert-invoice-repo";
import { isTemporaryFailure } from "@/lib/invoices/temporary-failure";
import { log } from "@/lib/log";
import type { Merchant } from "@/lib/merchants/merchant";
import { decimal, ZERO } from "@/lib/money/decimal";
import { connectReferrer } from "@/lib/referrals/connect-referrer";
import { insertWallet, type NewWallet } from "@/lib/wallets/insert-wallet-repo";
import { findWalletByOrderId } from "@/lib/wallets/repo";
import type { CreateWalletInput } from "@/lib/wallets/schema";
import type { StaticWallet } from "@/lib/wallets/wallet";
import { assertCallbackAllowed } from "@/lib/webhooks/callback-address";

/**
 * Creates a static wallet with an address of its own from the pool, or answers the one that the merchant made with the same order id,
 * whatever else is in `input`. No node is asked. Parallel calls of one order id make one wallet.
 *
 * @throws AppError with the specification's text: `You are forbidden` (payments are blocked), `The service was not found` (no such coin
 * on this network, or payments with it are switched off), `Wallet not found` (the merchant's settings leave this currency out), `The
 * terminal was not found` (no node, or no address ready), `Server error` (the database cannot take it now), or `order_id: validation.unique` when an invoice has it
 */
export async function createWallet(merchant: Merchant, input: CreateWalletInput): Promise<StaticWallet> {
  try {
    return await createOrFind(merchant, input);
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error;
    log().error({ err: error, merchant: merchant.id }, "a static wallet could not be written");
    throw coinErrors.serverError(error);
  }
}

async function createOrFind(merchant: Merchant, input: CreateWalletInput): Promise<StaticWallet> {
  const first = await findWalletByOrderId(merchant.id, input.order_id);
  if (first !== null) return await connected(first);
  const wallet = await prepareWallet(merchant, input).catch(async (refusal: unknown) => {
    if (await isOrderIdClaimed(merchant.id, input.order_id)) return null;
    throw refusal;
  });
  if (wallet === null) return await findFirst(merchant.id, input.order_id);
  const result = await insertWallet(wallet);
  if (result.outcome === "inserted") {
    await connectReferrer(database(), wallet.merchantId, wallet.fromReferralCode);
    return asInserted(wallet, result);
  }
  if (result.outcome === "no address" && !(await isOrderIdBeingClaimed(wallet.merchantId, wallet.orderId, wallet.id)))
    throw coinErrors.terminalNotFound({ pool: wallet.family });
  return await findFirst(merchant.id, input.order_id);
}

async function prepareWallet(merchant: Merchant, input: CreateWalletInput): Promise<NewWallet> {
  if (merchant.arePaymentsBlocked) throw new AppError("forbidden", "You are forbidden");
  assertCallbackAllowed(input.url_callback);
  const catalog = await loadCatalog();
  const service = findService(catalog, merchant, input);
  if (!catalog.isAvailable(service)) throw coinErrors.terminalNotFound({ network: service.network.code });
  return {
    id: randomUUID(),
    merchantId: merchant.id,
    orderId: input.order_id,
    currencyCode: service.currency.code,
    networkCode: service.network.code,
    family: service.network.family,
    urlCallback: input.url_callback,
    fromReferralCode: input.from_referral_code,
    creationFee: decimal(env().WALLET_CREATION_FEE_TRX),
    createdAt: new Date(),
  };
}

function findService(catalog: Catalog, merchant: Merchant, input: CreateWalletInput): CatalogService {
  const service = catalog.service(input.currency, input.network);
  if (service === null || !service.isPaymentEnabled || !service.isReviewed) throw coinErrors.serviceNotFound();
  if (isAccepted(merchant.acceptedCoins, service)) return service;
  const isOnOthers = merchant.acceptedCoins?.some(({ currency }) => currency === service.currency.code);
  throw isOnOthers ? coinErrors.serviceNotFound() : coinErrors.walletNotFound();
}

/** The one that has the order id. @throws AppError `order_id: validation.unique` when it is an invoice */
async function findFirst(merchantId: string, orderId: string): Promise<StaticWallet> {
  const first = await findWalletByOrderId(merchantId, orderId);
  if (first === null) throw invalidParameter("order_id", "validation.unique");
  return await connected(first);
}

/** Makes up for a connection that was lost when the process died between the wallet and its connection. */
async function connected(wallet: StaticWallet): Promise<StaticWallet> {
  await connectReferrer(database(), wallet.merchantId, wallet.fromReferralCode);
  return wallet;
}

/** The row as the database holds it, without reading it again. */
function asInserted(wallet: NewWallet, given: { address: string; addressId: bigint }): StaticWallet {
  const { family: _, ...rest } = wallet;
  return {
    ...rest,
    address: given.address,
    addressId: given.addressId,
    status: "active",
    creationFeePaid: ZERO,
    isForceRefund: false,
    blockedAt: null,
    updatedAt: wallet.createdAt,
  };
}
