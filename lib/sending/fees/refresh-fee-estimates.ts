import type { AddressFamily } from "@/lib/chains/address-family";
import type { ChainDriver } from "@/lib/chains/driver";
import type { SpendSource, TransferRequest } from "@/lib/chains/spending";
import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { Decimal } from "@/lib/kernel/money/decimal";
import { writeCoinCost } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { feeKey } from "@/lib/sending/fees/fee-estimate";
import { DEFAULT_PRIORITY, FEE_PRIORITIES, type FeePriority } from "@/lib/sending/fees/fee-priority";
import type { FeeKey } from "@/lib/sending/fees/fee-quotes-repo";

/** The methods of a driver that estimates use. */
export type FeeDriver = Pick<ChainDriver, "family" | "features" | "estimateFee" | "coinCosts">;

/**
 * Estimates the cost of a payout of each of a network's coins at each of its priorities, and stores
 * the estimates for the web process to price with. A failed estimate leaves the previous one, which
 * becomes stale, so that eventually the configured fee applies. On UTXO networks it is the cost of
 * an ordinary transaction, and the cost of each additional input is stored as well.
 */
export async function refreshFeeEstimates(
  driver: FeeDriver,
  { code }: Pick<CatalogNetwork, "code">,
  signal: AbortSignal,
): Promise<void> {
  const catalog = await loadCatalog();
  const native = catalog.serviceOfAsset(code, null);
  const places = await findTrialPlaces(driver.family);
  if (native === null || places === null) return;
  const services = catalog
    .services()
    .filter((service) => service.network.code === code && service.isPayoutEnabled && service.isReviewed);
  const figures: FeeFigure[] = [];
  for (const service of services) {
    const request = trialOf(driver, service, places);
    for (const priority of service.network.hasPriority ? FEE_PRIORITIES : [DEFAULT_PRIORITY]) {
      if (signal.aborted) break;
      const figure = await estimateOne(driver, { service, priority, request, nativeDecimals: native.decimals }, signal);
      if (figure !== null) figures.push(figure);
    }
  }
  // Includes the estimates of a round that a slow node kept from completing.
  await writeFeeEstimates(figures);
  await recordCoinCost(driver, native, signal);
}

async function recordCoinCost(driver: FeeDriver, native: CatalogService, signal: AbortSignal): Promise<void> {
  const { code } = native.network;
  try {
    const costs = await driver.coinCosts?.(DEFAULT_PRIORITY, signal);
    if (costs !== undefined) await writeCoinCost(code, fromBaseUnits(costs.inputUnits, native.decimals));
  } catch (error) {
    if (!signal.aborted) log().warn({ network: code, err: error }, "the cost of a coin could not be estimated");
  }
}

type Trial = {
  readonly service: CatalogService;
  readonly priority: FeePriority;
  readonly request: TransferRequest;
  readonly nativeDecimals: number;
};

/** Returns null when the estimate fails. */
async function estimateOne(
  driver: FeeDriver,
  { service, priority, request, nativeDecimals }: Trial,
  signal: AbortSignal,
): Promise<FeeFigure | null> {
  const key = feeKey(service, priority);
  try {
    const { expectedUnits } = await driver.estimateFee({ request, priority, replaces: null }, signal);
    return { ...key, amount: fromBaseUnits(expectedUnits, nativeDecimals), observedAt: new Date() };
  } catch (error) {
    if (!signal.aborted) log().warn({ ...key, err: error }, "a payout's network fee could not be estimated");
    return null;
  }
}

/** Builds the minimum payout from the hot wallet. */
function trialOf({ features }: FeeDriver, service: CatalogService, { from, to }: TrialPlaces): TransferRequest {
  const { contract, decimals, payoutMin } = service;
  const source = sourceOf(features.spending, from);
  const least = toBaseUnits(payoutMin.toDecimalPlaces(decimals, Decimal.ROUND_UP), decimals);
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  return { source, outputs: [{ to: { address: to, memo: null }, asset, units: least > 0n ? least : 1n }] };
}

/** The cost of a transfer does not depend on its nonce. */
function sourceOf(spending: ChainDriver["features"]["spending"], address: string): SpendSource {
  switch (spending) {
    case "nonce":
      return { kind: "nonce", address, nonce: 0n };
    case "expiring":
      return { kind: "expiring", address };
    // The UTXOs to spend are not known yet: the driver prices an ordinary transaction.
    case "coins":
      return { kind: "coins", candidates: [], required: [], changeAddress: address };
  }
}

/** The addresses of the estimated transfer. */
type TrialPlaces = { readonly from: string; readonly to: string };

/**
 * Returns the hot wallet of a family and an unused address, so that the estimate includes the extra
 * cost of a first holder. Null before the worker has derived both.
 */
async function findTrialPlaces(family: AddressFamily): Promise<TrialPlaces | null> {
  const [hot, unused] = await Promise.all([
    database().hotWallet.findFirst({ where: { family }, orderBy: { derivationIndex: "asc" } }),
    database().address.findFirst({ where: { family, assignedAt: null }, orderBy: { id: "desc" } }),
  ]);
  return hot !== null && unused !== null ? { from: hot.address, to: unused.address } : null;
}

type FeeFigure = FeeKey & { readonly amount: Decimal; readonly observedAt: Date };

/**
 * Stores what a chain charges for one transfer of each service at each priority, in the network's
 * native currency, without a margin.
 */
export async function writeFeeEstimates(figures: readonly FeeFigure[]): Promise<void> {
  if (figures.length === 0) return;
  const rows = JSON.stringify(figures.map(({ amount, ...figure }) => ({ ...figure, amount: amount.toFixed() })));
  await database().$executeRaw`
    INSERT INTO payout_fee_estimates (currency_code, network_code, priority, amount, observed_at)
    SELECT "currencyCode", "networkCode", priority, amount::numeric, "observedAt"
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS f("currencyCode" text, "networkCode" text, priority fee_priority, amount text, "observedAt" timestamptz)
    ON CONFLICT (currency_code, network_code, priority)
      DO UPDATE SET amount = excluded.amount, observed_at = excluded.observed_at`;
}
