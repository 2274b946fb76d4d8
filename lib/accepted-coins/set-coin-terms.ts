import type { CoinLimit } from "@/lib/accepted-coins/coin-limits";
import { selectCoinLimits, writeCoinLimit } from "@/lib/accepted-coins/repo";
import { type CoinTermsInput, isSameCoin } from "@/lib/accepted-coins/schema";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { isOffered } from "@/lib/discounts/queries";
import { selectDiscounts, writeDiscount } from "@/lib/discounts/repo";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";
import { type Decimal, decimal } from "@/lib/money/decimal";

/**
 * Sets a merchant's own limits and discount for one coin on one network. They hold for what is priced from now on. Only a real change is
 * written to the audit trail.
 * @throws AppError `not_found` for a coin that is not offered; `invalid_request` naming `min` or `max`
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

/** Limits that would never hold, or let nothing through, are refused at their field. */
function assertSound(service: CatalogService, { min, max }: CoinLimit): void {
  const { payableDecimals, paymentMin, paymentMax } = service;
  const { code } = service.currency;
  for (const [field, amount] of [
    ["min", min],
    ["max", max],
  ] as const) {
    if (amount === null) continue;
    if (amount.decimalPlaces() > payableDecimals) refuse(field, `Use at most ${payableDecimals} decimals.`);
    if (amount.lt(paymentMin)) refuse(field, `The gateway's own minimum is ${text(paymentMin)} ${code}.`);
    if (amount.gt(paymentMax)) refuse(field, `The gateway's own maximum is ${text(paymentMax)} ${code}.`);
  }
  if (min !== null && max?.lt(min)) refuse("max", "The maximum is below the minimum.");
}

const text = (amount: Decimal) => amount.toFixed();

function refuse(field: "min" | "max", message: string): never {
  throw new AppError("invalid_request", message, { fields: { [field]: [message] } });
}
