import type { CatalogService } from "@/lib/catalog/catalog-types";
import { driverConfigOf } from "@/lib/catalog/driver-config";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry";
import { env } from "@/lib/env";
import type { AuditReport } from "@/lib/ledger/audit";
import { type CustodyPlace, type CustodySnapshot, readCustodySnapshot } from "@/lib/ledger/audit-repo";
import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, ZERO } from "@/lib/money/decimal";

const NODE_LIMIT_MS = 60_000;

/**
 * Compares what the books say stands on deposit addresses and in hot wallets with what each chain says at the block up to which it was
 * read.
 */
export async function auditCustody(): Promise<AuditReport> {
  const [catalog, snapshot] = [await loadCatalog(), await readCustodySnapshot()];
  const passed: string[] = [];
  const skipped: string[] = [];
  const differences: string[] = [];
  for (const place of snapshot.places) {
    const title = `${place.kind} ${place.currency} on ${place.network}`;
    const urls = env().nodeUrls[place.network];
    if (urls === undefined) {
      skipped.push(`${title}: ${place.booked.toFixed()} in the books; no node is configured here`);
      continue;
    }
    const found = await comparePlace(
      await createDriver(driverConfigOf(catalog, place.network, urls)),
      catalog,
      snapshot,
      place,
    );
    if (found === null) passed.push(`${title}: ${place.booked.toFixed()} in the books and on the chain`);
    else differences.push(`${title}: ${found}`);
  }
  return { passed, skipped, differences };
}

async function comparePlace(
  driver: ChainDriver,
  catalog: Catalog,
  snapshot: CustodySnapshot,
  place: CustodyPlace,
): Promise<string | null> {
  const service = catalog.service(place.currency, place.network);
  if (service === null) return "the catalog does not know this coin";
  if (place.kind !== "hot" && place.kind !== "deposits") return `nobody knows where ${place.kind} funds stand`;
  const height = snapshot.heights.get(place.network);
  if (height === undefined) return "the network was never read";
  const at = Number.parseInt(height.toString(), 10);
  // Booked, plus what is in a block and not deep enough, less what left the chain and waits to be reversed.
  const expected = place.booked.plus(place.unbooked).minus(place.vanished);
  const onChain = await sumOnChain(driver, service, place.addresses, at);
  if (onChain.equals(expected)) return null;
  return `the books expect ${expected.toFixed()}, the chain holds ${onChain.toFixed()} at block ${at}`;
}

async function sumOnChain(
  driver: ChainDriver,
  service: CatalogService,
  addresses: readonly string[],
  at: number,
): Promise<Decimal> {
  const { contract } = service;
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  let sum = ZERO;
  for (const address of addresses) {
    const units = await driver.balanceOf(address, asset, at, AbortSignal.timeout(NODE_LIMIT_MS));
    sum = sum.plus(fromBaseUnits(units, service.decimals));
  }
  return sum;
}
