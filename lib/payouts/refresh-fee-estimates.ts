import type { CatalogNetwork, CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import type { SpendSource, TransferRequest } from "@/lib/chains/spending";
import { writeCoinCost } from "@/lib/coins/coin-costs-repo";
import { log } from "@/lib/log";
import { fromBaseUnits, toBaseUnits } from "@/lib/money/base-units";
import { Decimal } from "@/lib/money/decimal";
import { feeKey } from "@/lib/payouts/fee-estimate";
import { type FeeFigure, findTrialPlaces, type TrialPlaces, writeFeeEstimates } from "@/lib/payouts/fee-estimates-repo";
import { DEFAULT_PRIORITY, FEE_PRIORITIES, type FeePriority } from "@/lib/payouts/fee-priority";

/** What of a driver is asked. */
export type FeeDriver = Pick<ChainDriver, "family" | "features" | "estimateFee" | "coinCosts">;

/**
 * Asks a network what a payout of each of its coins costs at each of its levels, and writes the figures down for the web process to price
 * with. A figure that cannot be had is left as it was: it ages, and in the end the configured fee holds. Where transactions spend coins it is
 * what an ordinary one costs, and what each coin that is spent adds to it is written down as well.
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
  // Also those of a round that a slow node did not let come to its end.
  await writeFeeEstimates(figures);
  await noteCoinCost(driver, native, signal);
}

async function noteCoinCost(driver: FeeDriver, native: CatalogService, signal: AbortSignal): Promise<void> {
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

/** Null where it cannot be had. */
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

/** The least payout from the hot wallet. */
function trialOf({ features }: FeeDriver, service: CatalogService, { from, to }: TrialPlaces): TransferRequest {
  const { contract, decimals, payoutMin } = service;
  const source = sourceOf(features.spending, from);
  const least = toBaseUnits(payoutMin.toDecimalPlaces(decimals, Decimal.ROUND_UP), decimals);
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  return { source, outputs: [{ to: { address: to, memo: null }, asset, units: least > 0n ? least : 1n }] };
}

/** What a transfer costs does not depend on its nonce. */
function sourceOf(spending: ChainDriver["features"]["spending"], address: string): SpendSource {
  switch (spending) {
    case "nonce":
      return { kind: "nonce", address, nonce: 0n };
    case "expiring":
      return { kind: "expiring", address };
    // Which coins it will spend is not known yet: the driver prices an ordinary one.
    case "coins":
      return { kind: "coins", candidates: [], required: [], changeAddress: address };
  }
}
