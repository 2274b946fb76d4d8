import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import {
  type AcceptedCoinsInput,
  type CoinsView,
  type CoinTermsInput,
  isSameCoin,
} from "@/lib/money-in/accepted-coins/schema";
import { findServiceDiscounts, isOffered, selectDiscounts, writeDiscount } from "@/lib/money-in/discounts/discounts";
import {
  lockAcceptedCoins,
  selectCoinLimits,
  updateAcceptedCoins,
  writeCoinLimit,
} from "@/lib/people/merchants/coin-limits-repo";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { type AcceptedCoin, type CoinLimit, findLimit, isAccepted } from "@/lib/people/merchants/merchant";
import { isOfThisInstallation } from "@/lib/pricing/catalog/availability";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Sets a merchant's own limits and discount for one coin on one network. They apply to invoices
 * priced from now on. Only an actual change is written to the audit trail.
 * @throws AppError `not_found` for a coin that is not offered; `invalid_request` naming `min` or
 *   `max`
 */
export async function setCoinTerms(
  who: { readonly merchantId: string; readonly userId: string },
  input: CoinTermsInput,
): Promise<void> {
  const service = (await loadCatalog()).service(input.currency, input.network);
  if (service === null || !isOffered(service)) throw new AppError("not_found", "This coin is not offered here.");
  const key = { currency: service.currency.code, network: service.network.code };
  const limit = { ...key, min: amountOf(input.min), max: amountOf(input.max) };
  const discount = input.discount === "" ? 0 : Number.parseInt(input.discount, 10); // tidy-ignore: whole percents
  assertSound(service, limit);
  const { merchantId, userId: actorId } = who;
  await withTransaction(async (tx) => {
    const stored = (await selectCoinLimits(tx, merchantId)).find((row) => isSameCoin(row, key));
    const percents = await selectDiscounts(tx, merchantId);
    const storedPercent = percents.find((row) =>
      isSameCoin({ currency: row.currencyCode, network: row.networkCode }, key),
    );
    const before = termsText(stored ?? { ...key, min: null, max: null }, storedPercent?.percent ?? 0);
    const change = changedFields(before, termsText(limit, discount));
    if (Object.keys(change.after).length === 0) return;
    await writeCoinLimit(tx, merchantId, limit);
    await writeDiscount(tx, merchantId, { currencyCode: key.currency, networkCode: key.network, percent: discount });
    const target = `${key.network}:${key.currency}`;
    await recordAudit(tx, { actorId, merchantId, action: "coin.change", target, detail: key, ...change });
  });
}

const amountOf = (text: string) => (text === "" ? null : decimal(text));

function termsText({ min, max }: CoinLimit, discount: number) {
  return { min: min?.toFixed() ?? null, max: max?.toFixed() ?? null, discount };
}

/** Rejects limits that would have no effect or would exclude every amount, naming the field. */
function assertSound(service: CatalogService, { min, max }: CoinLimit): void {
  const { payableDecimals, paymentMin, paymentMax } = service;
  const { code } = service.currency;
  for (const [field, amount] of [
    ["min", min],
    ["max", max],
  ] as const) {
    if (amount === null) continue;
    if (amount.decimalPlaces() > payableDecimals) refuse(field, `Use at most ${payableDecimals} decimals.`);
    if (amount.lt(paymentMin)) refuse(field, `The gateway's minimum is ${moneyText(paymentMin.toFixed(), code)}.`);
    if (amount.gt(paymentMax)) refuse(field, `The gateway's maximum is ${moneyText(paymentMax.toFixed(), code)}.`);
  }
  if (min !== null && max?.lt(min)) refuse("max", "The maximum is below the minimum.");
}

function refuse(field: "min" | "max", message: string): never {
  throw wrongField(field, message);
}

/**
 * Sets which coins a merchant's payers may use when an invoice names none. Null accepts every coin,
 * including coins that the gateway adds later. Prices already given are not affected. Only an
 * actual change is written to the audit trail.
 * @throws AppError `invalid_request` naming `coins` for one that is not offered
 */
export async function setAcceptedCoins(
  who: { readonly merchantId: string; readonly userId: string },
  input: AcceptedCoinsInput,
): Promise<void> {
  const { merchantId, userId: actorId } = who;
  const coins = input.coins === null ? null : canonicalCoins(await loadCatalog(), input.coins);
  await withTransaction(async (tx) => {
    const before = { coins: textOf(await lockAcceptedCoins(tx, merchantId)) };
    const after = { coins: textOf(coins) };
    if (before.coins === after.coins) return;
    await updateAcceptedCoins(tx, merchantId, coins);
    await recordAudit(tx, { actorId, merchantId, action: "coins.change", target: merchantId, before, after });
  });
}

/** In catalog order, without duplicates. */
function canonicalCoins(catalog: Catalog, wanted: readonly AcceptedCoin[]): readonly AcceptedCoin[] {
  const offered = catalog
    .services()
    .filter(isOffered)
    .map(({ currency, network }) => ({ currency: currency.code, network: network.code }));
  const unknown = wanted.find((coin) => !offered.some((one) => isSameCoin(one, coin)));
  if (unknown !== undefined)
    throw wrongField("coins", `${unknown.currency} on ${unknown.network} is not offered here.`);
  return offered.filter((one) => wanted.some((coin) => isSameCoin(one, coin)));
}

function textOf(coins: readonly AcceptedCoin[] | null): string {
  if (coins === null) return "every coin";
  return coins.map(({ currency, network }) => (network === null ? currency : `${currency} on ${network}`)).join(", ");
}

/**
 * Lists every coin that this installation can offer to payers, in catalog order, with the
 * merchant's settings for each.
 */
export async function listMerchantCoins(merchantId: string): Promise<CoinsView> {
  const [catalog, merchant, discountOf] = await Promise.all([
    loadCatalog(),
    getMerchant(merchantId),
    findServiceDiscounts(merchantId),
  ]);
  const coins = catalog
    .services()
    .filter((service) => isOffered(service) && isOfThisInstallation(service))
    .map((service) => {
      const { currency, network, paymentMin, paymentMax } = service;
      const own = findLimit(merchant.coinLimits, service);
      return {
        currency: currency.code,
        currencyName: currency.name,
        network: network.code,
        networkName: network.name,
        isAccepted: isAccepted(merchant.acceptedCoins, service),
        gateway: { min: paymentMin.toFixed(), max: paymentMax.toFixed() },
        own: { min: own?.min?.toFixed() ?? null, max: own?.max?.toFixed() ?? null },
        discount: discountOf(service) ?? 0,
        isAvailable: catalog.isAvailable(service),
      };
    });
  return { isEveryCoin: merchant.acceptedCoins === null, coins };
}
