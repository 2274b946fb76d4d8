import { expect } from "vitest";
import type { ChainRig, Payment } from "@/lib/chains/contract/rig";
import type { ChainDriver, MatchDestinations, ScanResult } from "@/lib/chains/driver";
import type { Destination } from "@/lib/chains/facts";
import type { FeeEstimate, SignedTransfer, SpendSource } from "@/lib/chains/spending";

/** A signal that never fires. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

export function matching(owners: readonly Destination[]): MatchDestinations {
  const ours = new Set(owners.map(({ address }) => address));
  return async (destinations) =>
    new Set(destinations.map(({ address }) => address).filter((address) => ours.has(address)));
}

/** Scans from a height up to the head. */
export async function scanFrom(
  driver: ChainDriver,
  fromHeight: number,
  owners: readonly Destination[],
): Promise<ScanResult> {
  const { height } = await driver.head(never());
  return driver.scan({ fromHeight, toHeight: height, match: matching(owners) }, never());
}

/**
 * Returns the id of a payment on a chain with reorganisations: there it is known before its block.
 */
export function named(transactionId: string | null): string {
  if (transactionId === null) throw new Error("the rig does not name its payments");
  return transactionId;
}

export function theOnly<Item>(items: readonly Item[]): Item {
  expect(items).toHaveLength(1);
  const [item] = items;
  if (item === undefined) throw new Error("unreachable: the length was just checked");
  return item;
}

/** Estimates, prepares, signs and assembles: everything but the broadcast. */
export async function buildPayout(
  rig: ChainRig,
  source: SpendSource,
  outputs: readonly Payment[],
  replaces: FeeEstimate | null = null,
): Promise<{ readonly signed: SignedTransfer; readonly fee: FeeEstimate }> {
  const { driver, sign } = rig;
  const request = { source, outputs };
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces }, never());
  const unsigned = await driver.prepareTransfer(request, fee, never());
  expect(await driver.simulate(unsigned, never())).toEqual({ succeeds: true });
  return { signed: await driver.assemble(unsigned, await sign(unsigned.signingRequests)), fee };
}
