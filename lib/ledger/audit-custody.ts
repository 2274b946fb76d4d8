import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog, type Catalog } from "@/lib/catalog/queries";
import { createDriver } from "@/lib/chains/registry";
import type { ChainDriver } from "@/lib/chains/driver";
import { env } from "@/lib/env";
import type { AuditReport } from "@/lib/ledger/audit";
import {
  type CustodyPlace,
  findReadHeight,
  listCustody,
  listHotWallets,
  listPaidAddresses,
  sumUnbooked,
  sumVanishedBooked,
} from "@/lib/ledger/audit-repo";
import { fromBaseUnits } from "@/lib/money/base-units";
import { type Decimal, ZERO } from "@/lib/money/decimal";

const NODE_LIMIT_MS = 60_000;

/**
 * Compares what the books say stands on deposit addresses and in hot wallets with what each chain says: deposits at the block up to
 * which the chain was read, hot wallets at this moment.
 */
export async function auditCustody(): Promise<AuditReport> {
  const catalog = await loadCatalog();
  const passed: string[] = [];
  const skipped: string[] = [];
  const differences: string[] = [];
  for (const place of await listCustody()) {
    const title = `${place.kind} ${place.currency} on ${place.network}`;
    const urls = env().nodeUrls[place.network];
    if (urls === undefined) {
      skipped.push(`${title}: ${place.balance.toFixed()} in the books; no node is configured here`);
      continue;
    }
    const found = await comparePlace(await openDriver(catalog, place.network, urls), catalog, place);
    if (found === null) passed.push(`${title}: ${place.balance.toFixed()} in the books and on the chain`);
    else differences.push(`${title}: ${found}`);
  }
  return { passed, skipped, differences };
}

async function comparePlace(driver: ChainDriver, catalog: Catalog, place: CustodyPlace): Promise<string | null> {
  const service = catalog.service(place.currency, place.network);
  if (service === null) return "the catalog does not know this coin";
  if (place.kind === "hot") {
    const onChain = await sumOnChain(driver, service, await listHotWallets(driver.family), null);
    return describeDifference(place.balance, onChain, "now");
  }
  if (place.kind !== "deposits") return `nobody knows where ${place.kind} funds stand`;
  const height = await findReadHeight(place.network);
  if (height === null) return "the network was never read";
  const at = Number.parseInt(height.toString(), 10);
  const onChain = await sumOnChain(driver, service, await listPaidAddresses(place.network, place.currency), at);
  return describeDifference(await expectedOnChain(place), onChain, `at block ${height}`);
}

async function sumOnChain(driver: ChainDriver, service: CatalogService, addresses: readonly string[], at: number | null): Promise<Decimal> {
  const asset = service.contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract: service.contract } as const);
  let sum = ZERO;
  for (const address of addresses) {
    const units = await driver.balanceOf(address, asset, at, AbortSignal.timeout(NODE_LIMIT_MS));
    sum = sum.plus(fromBaseUnits(units, service.decimals));
  }
  return sum;
}

function describeDifference(expected: Decimal, onChain: Decimal, when: string): string | null {
  return onChain.equals(expected) ? null : `the books expect ${expected.toFixed()}, the chain holds ${onChain.toFixed()} ${when}`;
}

/** Booked, plus what is in a block and not deep enough, less what left the chain and waits to be reversed. */
async function expectedOnChain(place: CustodyPlace): Promise<Decimal> {
  const [unbooked, vanished] = await Promise.all([
    sumUnbooked(place.network, place.currency),
    sumVanishedBooked(place.network, place.currency),
  ]);
  return place.balance.plus(unbooked).minus(vanished);
}

async function openDriver(catalog: Catalog, code: string, urls: readonly string[]): Promise<ChainDriver> {
  const network = catalog.network(code);
  const native = network === null ? null : catalog.service(network.nativeCurrency, code);
  if (network === null || native === null) throw new Error(`The catalog does not know ${code}`);
  return createDriver({
    network: code,
    family: network.family,
    chainId: network.chainId === null ? null : Number.parseInt(network.chainId.toString(), 10),
    urls,
    native: { symbol: network.nativeCurrency, decimals: native.decimals },
  });
}
