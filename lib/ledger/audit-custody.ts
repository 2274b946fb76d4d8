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
 * `unanswered`: the skipped locations whose node is configured but did not answer. `compared`:
 * addresses and coins for which a node answered; if zero, nothing was compared with a chain.
 */
type CustodyReport = AuditReport & { readonly unanswered: readonly string[]; readonly compared: number };

/** Passed or not, with the reason. */
type Judgement = { readonly isRight: boolean; readonly text: string };

/**
 * Compares the ledger's balances of deposit addresses, hot wallets and cold addresses with each
 * chain at the last block read. Exact where no transaction is pending; otherwise within the bounds
 * that the pending transactions allow: each may or may not have left, and may or may not have
 * arrived. A cold address may hold more, since others know it.
 *
 * A location for which no node answers is skipped, with the reason. A network whose nodes are down
 * is queried once, not for each location.
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

/**
 * Opens one driver per network. @throws ChainUnavailableError if its nodes have already failed to
 * answer
 */
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
 * Where transactions spend coins there is no account balance to query: each coin is queried, or the
 * wallet service that holds them all. A cold address is treated like any other account.
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

/** No transaction has this id: only the coins are queried. */
const NO_TRANSACTION = "0".repeat(64);
/** Coins per request. */
const COINS_AT_ONCE = 200;

/**
 * Verifies that every coin we could spend exists. A coin spent in a block that was not read yet was
 * spent by us, or stolen.
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

/** Returns whether the on-chain balance of a location is within what the ledger allows. Pure. */
export function evaluateCustody(place: Omit<CustodyPlace, "addresses">, onChain: Decimal, at: number): Judgement {
  // Booked, plus what is in a block but not confirmed, minus what left the chain and awaits its
  // reversal.
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
