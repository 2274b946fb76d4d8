import { randomUUID } from "node:crypto";
import { assertCallbackAllowed, HTTPS_REQUIRED_MESSAGE } from "@/lib/delivery/webhooks/callback-address";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { assertClock, connectionPool, database, sqlState, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError, invalidParameter, wrongField } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown, roundFee } from "@/lib/kernel/money/rounding";
import { refusal } from "@/lib/kernel/refusals";
import { noteCreated, noteObject } from "@/lib/kernel/work-context";
import { coinErrors, isTemporaryFailure } from "@/lib/money-in/invoices/allowed-services";
import { isOrderIdBeingClaimed, isOrderIdClaimed } from "@/lib/money-in/invoices/insert-invoice-repo";
import type { NewWalletInput } from "@/lib/money-in/static-wallets/dashboard-schema";
import { findWalletByOrderId } from "@/lib/money-in/static-wallets/repo";
import { type CreateWalletInput, createWalletInput } from "@/lib/money-in/static-wallets/schema";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { isAccepted, type Merchant } from "@/lib/people/merchants/merchant";
import { connectReferrer } from "@/lib/people/referrals/referrals";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/** The form's field names by machine API parameter. */
const FORM_FIELDS: Readonly<Record<string, keyof NewWalletInput>> = {
  currency: "coin",
  network: "network",
  order_id: "orderId",
  url_callback: "urlCallback",
};

/**
 * Creates a static wallet from the dashboard's form by the same command as the machine API. Unlike
 * there, a known order id is rejected: a person who types one twice means two wallets.
 * @throws AppError, with the form's own field names
 */
export async function createWalletFromForm(
  { merchantId, actorId }: { readonly merchantId: string; readonly actorId: string },
  form: NewWalletInput,
): Promise<{ id: string }> {
  if (await findWalletByOrderId(merchantId, form.orderId)) throw orderIdTaken();
  const input = createWalletInput.safeParse({
    currency: form.coin,
    network: form.network,
    order_id: form.orderId,
    url_callback: form.urlCallback,
  });
  if (!input.success) throw notAccepted(input.error.issues.map(({ path }) => String(path[0])));
  try {
    const { id } = await createWallet(await getMerchant(merchantId), input.data);
    // Recorded after the insert, not with it: creating a wallet is one statement, for which the
    // machine API's clients wait.
    const after = { orderId: form.orderId, currency: form.coin, networkCode: form.network };
    await withTransaction((tx) => recordAudit(tx, { actorId, merchantId, action: "wallet.create", target: id, after }));
    return { id };
  } catch (error) {
    if (error instanceof AppError && error.fields?.["order_id"]) throw orderIdTaken();
    if (error instanceof AppError && error.fields?.["url_callback"]) throw callbackInTheClear();
    throw error;
  }
}

function notAccepted(names: readonly string[]): AppError {
  const fields = Object.fromEntries(names.map((name) => [FORM_FIELDS[name] ?? name, ["This is not accepted."]]));
  return new AppError("invalid_request", "Check the highlighted fields.", { fields });
}

function callbackInTheClear(): AppError {
  return wrongField("urlCallback", HTTPS_REQUIRED_MESSAGE);
}

function orderIdTaken(): AppError {
  return new AppError("invalid_request", "This order ID is already used.", {
    fields: { orderId: ["An invoice, static wallet or recurring payment with this order ID already exists."] },
  });
}

/** Scale of the column for the amount in TRX. */
const FEE_DECIMALS = 18;

/** The part of the creation fee that one credit pays. */
export type FeeCharge = {
  /** In the credit's currency; above zero, at most the credit. */
  readonly amount: Decimal;
  /** The same in TRX; above zero, at most what was due. */
  readonly feeAmount: Decimal;
};

/**
 * Computes min(fee, credit) for the fee still `due` in TRX, at `rate` units of the credit's
 * currency per TRX. Null when nothing is due, or when the charge would be below the smallest unit
 * of either currency.
 */
export function chargeOf(credit: Decimal, due: Decimal, rate: Decimal): FeeCharge | null {
  const asked = roundFee(due.times(rate));
  const isCovered = asked.lte(credit);
  const amount = isCovered ? asked : credit;
  const feeAmount = isCovered ? due : Decimal.min(due, roundDown(credit.dividedBy(rate), FEE_DECIMALS));
  return amount.gt(ZERO) && feeAmount.gt(ZERO) ? { amount, feeAmount } : null;
}

const UNIQUE_VIOLATION = "23505";

type NewWallet = Pick<
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

type InsertOutcome =
  | { readonly outcome: "inserted"; readonly address: string; readonly addressId: bigint }
  /** Taken by any object, earlier or concurrently. */
  | { readonly outcome: "order id taken" }
  | { readonly outcome: "no address" };

/**
 * Takes one address from the pool; every other part reads from it, so that an empty pool or a
 * repeated order id writes nothing.
 */
const INSERT = `
  WITH taken AS (
    UPDATE addresses SET owner_kind = 'wallet', owner_id = $1::uuid, assigned_at = $9
    WHERE id = (
      SELECT id FROM addresses WHERE family = $10 AND assigned_at IS NULL
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

/** Inserts the wallet with its claimed order id and its address in one atomic statement. */
async function insertWallet(wallet: NewWallet): Promise<InsertOutcome> {
  await assertClock();
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

/**
 * Creates a static wallet with its own address from the pool, or returns the merchant's existing
 * one with the same order id, whatever else is in `input`. Queries no node. Concurrent calls with
 * one order id create one wallet.
 *
 * @throws AppError `payments_blocked`, `service_not_found` (no such coin on this network, or its
 *   payments are disabled), `wallet_not_found` (the merchant's settings exclude this currency),
 *   `terminal_not_found` (no node, or no free address), `temporarily_unavailable` (the database
 *   cannot accept the write now), or `order_id: validation.unique` when an invoice has it
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
    noteCreated("wallet", wallet.id);
    await connectReferrer(database(), wallet.merchantId, wallet.fromReferralCode);
    return asInserted(wallet, result);
  }
  if (result.outcome === "no address" && !(await isOrderIdBeingClaimed(wallet.merchantId, wallet.orderId, wallet.id)))
    throw coinErrors.terminalNotFound({ pool: wallet.family });
  return await findFirst(merchant.id, input.order_id);
}

async function prepareWallet(merchant: Merchant, input: CreateWalletInput): Promise<NewWallet> {
  if (merchant.arePaymentsBlocked) throw refusal("payments_blocked");
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

/**
 * Finds the wallet with the order id. @throws AppError `order_id: validation.unique` when it is an
 * invoice
 */
async function findFirst(merchantId: string, orderId: string): Promise<StaticWallet> {
  const first = await findWalletByOrderId(merchantId, orderId);
  if (first === null) throw invalidParameter("order_id", "validation.unique");
  return await connected(first);
}

/** Completes the connection if the process died between creating the wallet and connecting it. */
async function connected(wallet: StaticWallet): Promise<StaticWallet> {
  noteObject(wallet.id);
  await connectReferrer(database(), wallet.merchantId, wallet.fromReferralCode);
  return wallet;
}

/** Builds the stored row without reading it back. */
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
