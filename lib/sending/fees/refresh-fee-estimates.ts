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

/** What of a driver is asked. */
export type FeeDriver = Pick<ChainDriver, "family" | "features" | "estimateFee" | "coinCosts">;

/**
 * Asks a network what a payout of each of its coins costs at each of its levels, and writes the
 * figures down for the web process to price with. A figure that cannot be had is left as it was: it
 * ages, and in the end the configured fee holds. Where transactions spend coins it is what an
 * ordinary one costs, and what each coin that is spent adds to it is written down as well.
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

/** Between which addresses a transfer is tried. */
type TrialPlaces = { readonly from: string; readonly to: string };

/**
 * The hot wallet of a family, and an address that nobody has used: what a first holder costs more
 * is in the figure. Null before the worker has derived both.
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
 * What a chain asks for one transfer of each service at each level, in the network's native
 * currency, without any margin.
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
