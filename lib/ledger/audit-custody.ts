import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { mapLimited } from "@/lib/chains/limits";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { chunk } from "@/lib/kernel/chunk";
import { env } from "@/lib/kernel/env";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import type { AuditReport } from "@/lib/ledger/audit-books";
import { type CustodyPlace, type CustodySnapshot, type FreeCoin, readCustodySnapshot } from "@/lib/ledger/custody-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const NODE_LIMIT_MS = 60_000;
const ASKED_AT_ONCE = 8;

/**
 * `unanswered`: those of the skipped places whose node is configured and gave no answer.
 * `compared`: addresses and coins that a node was asked for and answered; with none of them nothing
 * was held against a chain.
 */
type CustodyReport = AuditReport & { readonly unanswered: readonly string[]; readonly compared: number };

/** Passed or not, with the reason. */
type Judgement = { readonly isRight: boolean; readonly text: string };

/**
 * Compares what the books say stands on deposit addresses, in hot wallets and on cold addresses
 * with what each chain says at the block up to which it was read. To the last unit where nothing is
 * on its way; else between the bounds that the transactions on their way allow: each may or may not
 * have left, and may or may not have arrived. A cold address may hold more, since others know it.
 *
 * A place that a node does not answer for is skipped and says why. A network whose nodes are gone
 * is asked once, not for each place.
 */
export async function auditCustody(): Promise<CustodyReport> {
  const [catalog, snapshot] = [await loadCatalog(), await readCustodySnapshot()];
  const report = { passed: [] as string[], skipped: [] as string[], differences: [] as string[] };
  const unanswered: string[] = [];
  let compared = 0;
  const asked: OpenDrivers = { drivers: new Map(), gone: new Map() };
  for (const place of snapshot.places) {
    const title = `${place.kind} ${place.currency} on ${place.network}`;
    const booked = `${moneyText(place.booked.toFixed(), place.currency)} in the books`;
    const urls = env().nodeUrls[place.network];
    if (urls === undefined) {
      report.skipped.push(`${title}: ${booked}; no node is configured here`);
      continue;
    }
    try {
      const driver = await openDriver(asked, catalog, place.network, urls);
      const { isRight, text } = await compare(driver, catalog, place, snapshot);
      compared += countAsked(driver, place, snapshot);
      report[isRight ? "passed" : "differences"].push(`${title}: ${text}`);
    } catch (error) {
      if (error instanceof ChainUnavailableError) asked.gone.set(place.network, error);
      const reason = error instanceof Error ? error.message : String(error);
      unanswered.push(`${title}: ${booked}; not compared: ${reason}`);
    }
  }
  return { ...report, skipped: [...report.skipped, ...unanswered], unanswered, compared };
}

type OpenDrivers = { readonly drivers: Map<string, ChainDriver>; readonly gone: Map<string, ChainUnavailableError> };

/** One driver a network. @throws ChainUnavailableError where its nodes have not answered already */
async function openDriver(
  { drivers, gone }: OpenDrivers,
  catalog: Catalog,
  network: string,
  urls: readonly string[],
): Promise<ChainDriver> {
  const error = gone.get(network);
  if (error !== undefined) throw error;
  const driver = drivers.get(network) ?? (await createDriver(driverConfigOf(catalog, network, urls)));
  drivers.set(network, driver);
  return driver;
}

function countAsked(driver: ChainDriver, place: CustodyPlace, { coins }: CustodySnapshot): number {
  if (!isCoinByCoin(driver, place)) return place.addresses.length;
  return coins.filter(({ network }) => network === place.network).length;
}

/**
 * Where transactions spend coins there is no account to ask for: each coin is, or the wallet
 * service that has them all. A cold address is like any other account to us.
 */
function isCoinByCoin({ features, heldTogether }: ChainDriver, { kind }: CustodyPlace): boolean {
  return features.spending === "coins" && heldTogether === undefined && kind !== "cold";
}

function compare(
  driver: ChainDriver,
  catalog: Catalog,
  place: CustodyPlace,
  { coins, heights }: CustodySnapshot,
): Promise<Judgement> {
  if (isCoinByCoin(driver, place)) {
    return compareCoins(
      driver,
      coins.filter(({ network }) => network === place.network),
    );
  }
  return comparePlace(driver, catalog, place, heights.get(place.network));
}

/** No transaction has it: the question is about the coins alone. */
const NO_TRANSACTION = "0".repeat(64);
/** Asked for in one go. */
const COINS_AT_ONCE = 200;

/**
 * Every coin that we could spend is there. What a block that was not read yet has spent is our own
 * doing, or a theft.
 */
async function compareCoins(driver: ChainDriver, coins: readonly FreeCoin[]): Promise<Judgement> {
  for (const some of chunk(coins, COINS_AT_ONCE)) {
    const of = { transactionId: NO_TRANSACTION, spends: { kind: "coins" as const, coins: some } };
    const { verdict } = await driver.canStillConfirm(of, 1, AbortSignal.timeout(NODE_LIMIT_MS));
    if (verdict === "impossible") return wrong(`one of ${some.length} coins was spent by someone else`);
  }
  return right(`${coins.length} coins, none of them spent by anyone else`);
}

async function comparePlace(
  driver: ChainDriver,
  catalog: Catalog,
  place: CustodyPlace,
  height: bigint | undefined,
): Promise<Judgement> {
  const service = catalog.service(place.currency, place.network);
  if (service === null) return wrong("this coin is not in the catalog");
  if (height === undefined) return wrong("the network was never synced");
  const at = Number.parseInt(height.toString(), 10);
  return evaluateCustody(place, await sumOnChain(driver, service, place, at), at);
}

/** Whether what a chain holds in a place is what the books allow. Pure. */
export function evaluateCustody(place: Omit<CustodyPlace, "addresses">, onChain: Decimal, at: number): Judgement {
  // Booked, plus what is in a block and not deep enough, less what left the chain and waits to be
  // reversed.
  const expected = place.booked.plus(place.unbooked).minus(place.vanished);
  const [least, most] = [expected.minus(place.below), expected.plus(place.above)];
  const text = (amount: Decimal) => moneyText(amount.toFixed(), place.currency);
  const booked = text(place.booked);
  if (onChain.equals(expected)) return right(`${booked} in the books and on the chain`);
  const isWithin = onChain.gte(least) && (onChain.lte(most) || place.kind === "cold");
  if (isWithin) {
    const why = onChain.gt(most) ? "the surplus came from another sender" : "the difference is in transit";
    return right(`${booked} in the books, ${text(onChain)} on the chain: ${why}`);
  }
  const bounds = least.equals(most) ? text(expected) : `${text(least)} to ${text(most)}`;
  return wrong(`the books expect ${bounds}, the chain holds ${text(onChain)} at block ${at}`);
}

const right = (text: string): Judgement => ({ isRight: true, text });
const wrong = (text: string): Judgement => ({ isRight: false, text });

async function sumOnChain(
  driver: ChainDriver,
  service: CatalogService,
  { kind, addresses }: CustodyPlace,
  at: number,
): Promise<Decimal> {
  if (driver.heldTogether !== undefined && kind !== "cold") {
    return fromBaseUnits(await driver.heldTogether(at, AbortSignal.timeout(NODE_LIMIT_MS)), service.decimals);
  }
  const { contract } = service;
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  const balances = await mapLimited(addresses, ASKED_AT_ONCE, (address) =>
    driver.balanceOf(address, asset, at, AbortSignal.timeout(NODE_LIMIT_MS)),
  );
  return balances.reduce((sum, units) => sum.plus(fromBaseUnits(units, service.decimals)), ZERO);
}
