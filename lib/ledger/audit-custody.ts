import type { CatalogService } from "@/lib/catalog/catalog-types";
import { driverConfigOf } from "@/lib/catalog/driver-config";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { mapLimited } from "@/lib/chains/map-limited";
import { createDriver } from "@/lib/chains/registry";
import { env } from "@/lib/env";
import type { AuditReport } from "@/lib/ledger/audit";
import { type CustodyPlace, readCustodySnapshot } from "@/lib/ledger/custody-repo";
import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, ZERO } from "@/lib/money/decimal";

const NODE_LIMIT_MS = 60_000;
const ASKED_AT_ONCE = 8;

/** Passed or not, with the reason. */
type Judgement = { readonly isRight: boolean; readonly text: string };

/**
 * Compares what the books say stands on deposit addresses, in hot wallets and on cold addresses with what each chain says at the block up
 * to which it was read. To the last unit where nothing is on its way; else between the bounds that the transactions on their way allow:
 * each may or may not have left, and may or may not have arrived. A cold address may hold more, since others know it.
 */
export async function auditCustody(): Promise<AuditReport> {
  const [catalog, snapshot] = [await loadCatalog(), await readCustodySnapshot()];
  const passed: string[] = [];
  const skipped: string[] = [];
  const differences: string[] = [];
  const drivers = new Map<string, ChainDriver>();
  for (const place of snapshot.places) {
    const title = `${place.kind} ${place.currency} on ${place.network}`;
    const urls = env().nodeUrls[place.network];
    if (urls === undefined) {
      skipped.push(`${title}: ${place.booked.toFixed()} in the books; no node is configured here`);
      continue;
    }
    const driver = drivers.get(place.network) ?? (await createDriver(driverConfigOf(catalog, place.network, urls)));
    drivers.set(place.network, driver);
    const { isRight, text } = await comparePlace(driver, catalog, place, snapshot.heights.get(place.network));
    (isRight ? passed : differences).push(`${title}: ${text}`);
  }
  return { passed, skipped, differences };
}

async function comparePlace(
  driver: ChainDriver,
  catalog: Catalog,
  place: CustodyPlace,
  height: bigint | undefined,
): Promise<Judgement> {
  const service = catalog.service(place.currency, place.network);
  if (service === null) return wrong("the catalog does not know this coin");
  if (height === undefined) return wrong("the network was never read");
  const at = Number.parseInt(height.toString(), 10);
  return judgeCustody(place, await sumOnChain(driver, service, place.addresses, at), at);
}

/** Whether what a chain holds in a place is what the books allow. Pure. */
export function judgeCustody(place: Omit<CustodyPlace, "addresses">, onChain: Decimal, at: number): Judgement {
  // Booked, plus what is in a block and not deep enough, less what left the chain and waits to be reversed.
  const expected = place.booked.plus(place.unbooked).minus(place.vanished);
  const [least, most] = [expected.minus(place.below), expected.plus(place.above)];
  const booked = place.booked.toFixed();
  if (onChain.equals(expected)) return right(`${booked} in the books and on the chain`);
  const isWithin = onChain.gte(least) && (onChain.lte(most) || place.kind === "cold");
  if (isWithin) {
    const why = onChain.gt(most) ? "somebody else sent the rest" : "the difference is on its way";
    return right(`${booked} in the books, ${onChain.toFixed()} on the chain: ${why}`);
  }
  const bounds = least.equals(most) ? expected.toFixed() : `${least.toFixed()} to ${most.toFixed()}`;
  return wrong(`the books expect ${bounds}, the chain holds ${onChain.toFixed()} at block ${at}`);
}

const right = (text: string): Judgement => ({ isRight: true, text });
const wrong = (text: string): Judgement => ({ isRight: false, text });

async function sumOnChain(
  driver: ChainDriver,
  service: CatalogService,
  addresses: readonly string[],
  at: number,
): Promise<Decimal> {
  const { contract } = service;
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  const balances = await mapLimited(addresses, ASKED_AT_ONCE, (address) =>
    driver.balanceOf(address, asset, at, AbortSignal.timeout(NODE_LIMIT_MS)),
  );
  return balances.reduce((sum, units) => sum.plus(fromBaseUnits(units, service.decimals)), ZERO);
}
