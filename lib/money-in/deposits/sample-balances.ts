import { setTimeout as pause } from "node:timers/promises";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { messageOf } from "@/lib/chains/statements";
import { env } from "@/lib/kernel/env";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { watchAddresses } from "@/lib/money-in/deposits/balance-checks-repo";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { drawGivenOut, readHoldings } from "@/lib/money-in/deposits/holdings-repo";
import { readSurpluses } from "@/lib/money-in/deposits/search-surplus";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Addresses per network and audit. Each audit draws a new sample, so that eventually every address
 * is checked.
 */
const SAMPLED = 200;
const NETWORK_LIMIT_MS = 60_000;
const CHECKS_MAX = 5;
const CHECK_PAUSE_MS = 2_000;

/** An address that holds more native coin than is known, by at least the minimum payment. */
export type Surplus = { readonly id: bigint; readonly address: string; readonly amount: string };

export type Sample = {
  readonly network: string;
  readonly currency: string;
  /** Number of addresses compared. */
  readonly compared: number;
  readonly surpluses: readonly Surplus[];
  /** Why the comparison failed; null where it succeeded. */
  readonly failure: string | null;
};

/**
 * Compares a sample of all addresses ever assigned, whatever for, with their known holdings: on
 * every network where contracts pay without a listed transfer and a node is configured. Changes
 * nothing. The custody audit compares the ledger's expected balances exactly.
 */
export async function sampleBalances(): Promise<readonly Sample[]> {
  const catalog = await loadCatalog();
  const samples: Sample[] = [];
  for (const { code, nativeCurrency } of catalog.networks()) {
    const urls = env().nodeUrls[code];
    if (urls === undefined) continue;
    try {
      const driver = await createDriver(driverConfigOf(catalog, code, urls));
      const sample = await sampleNetwork(driver, SAMPLED, AbortSignal.timeout(NETWORK_LIMIT_MS));
      if (sample !== null) samples.push(sample);
    } catch (error) {
      const failure = messageOf(error);
      samples.push({ network: code, currency: nativeCurrency, compared: 0, surpluses: [], failure });
    }
  }
  return samples;
}

/**
 * Same as {@link sampleBalances}, and makes addresses with a surplus due for a check as soon as
 * possible.
 */
export async function watchSampled(): Promise<readonly Sample[]> {
  const samples = await sampleBalances();
  for (const { network, surpluses } of samples) {
    await watchAddresses(
      network,
      surpluses.map(({ id }) => id),
    );
  }
  return samples;
}

/**
 * Null where every transfer is listed, or nothing has been read yet. @throws Error where no node
 * answers, or none is at the last block read
 */
export async function sampleNetwork(driver: ChainDriver, count: number, signal: AbortSignal): Promise<Sample | null> {
  if (driver.balancesOf === undefined) return null;
  const native = (await loadCatalog()).serviceOfAsset(driver.network, null);
  if (!native?.isReviewed || (await readCursor(driver.network)) === null) return null;
  const place = { networkCode: driver.network, currencyCode: native.currency.code };
  const height = await findCommonHeight(driver, signal);
  const holdings = await readHoldings(place, await drawGivenOut(driver.family, count), BigInt(height));
  const surplusOf = await readSurpluses(driver, native, { holdings, height }, signal);
  const least = toBaseUnits(native.paymentMin, native.decimals);
  const surpluses = holdings.flatMap(({ id, address }) => {
    const surplus = surplusOf.get(id) ?? 0n;
    if (surplus <= 0n || surplus < least) return [];
    return [{ id, address, amount: fromBaseUnits(surplus, native.decimals).toFixed() }];
  });
  const { networkCode: network, currencyCode: currency } = place;
  return { network, currency, compared: surplusOf.size, surpluses, failure: null };
}

/**
 * Returns the height of the last block read once a node has it too. Waits for a node that is
 * slightly behind or in a reorganisation.
 */
async function findCommonHeight(driver: ChainDriver, signal: AbortSignal): Promise<number> {
  for (let check = 1; ; check += 1) {
    const cursor = await readCursor(driver.network);
    const height = Number.parseInt(cursor?.height.toString() ?? "0", 10);
    if (cursor !== null && (await driver.blockAt(height, signal))?.hash === cursor.hash) return height;
    if (check === CHECKS_MAX) throw new Error(`the nodes are not at block ${height}, which was read last`);
    await pause(CHECK_PAUSE_MS, undefined, { signal });
  }
}
