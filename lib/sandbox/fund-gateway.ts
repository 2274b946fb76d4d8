import { setTimeout } from "node:timers/promises";
import type { CatalogNetwork, CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import type { ChainDriver } from "@/lib/chains/driver";
import { log } from "@/lib/log";
import { decimal, ZERO } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { readFundingState } from "@/lib/sandbox/funding-repo";
import { transferOf } from "@/lib/sandbox/play-money";
import { sendFromFaucet } from "@/lib/sandbox/send-from-faucet";
import { fillTreasury } from "@/lib/treasury/fill-treasury";

/** Play money per hot wallet: enough to pay out for a long time. */
const NATIVE_FUNDS = decimal("1000");
const TOKEN_FUNDS = decimal("1000000");
/** Part of the first funds that is set aside for conversions. */
const TREASURY_SHARE = decimal("0.5");
/** The sandbox mines a block with a transaction at once, or at the latest with its regular one. */
const IN_BLOCK_LIMIT_MS = 15_000;
const POLL_MS = 100;

type Keys = { readonly addressOf: (key: { family: CatalogNetwork["family"]; role: "hot"; index: number }) => string };
type Funded = { readonly network: CatalogNetwork; readonly driver: ChainDriver };
type Place = { readonly driver: ChainDriver; readonly service: CatalogService; readonly hot: string };

/**
 * Sends play money from the sandbox faucet to every hot wallet that never had any, once a coin, and sets part of it aside for conversions
 * when the watchers have booked it as capital. Returns when all is there. What was done is read from the books and the chain each time,
 * so that a crash at any moment is made good by the next run.
 */
export async function fundGateway(keys: Keys, networks: readonly Funded[], signal: AbortSignal): Promise<void> {
  const done = new Set<string>();
  for (;;) {
    const places = await listPlaces(keys, networks);
    for (const place of places) {
      const name = `${place.service.network.code}:${place.service.currency.code}`;
      if (!done.has(name) && (await isFunded(place, name, signal))) done.add(name);
    }
    if (done.size >= places.length) return;
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

async function listPlaces(keys: Keys, networks: readonly Funded[]): Promise<Place[]> {
  const services = (await loadCatalog()).services();
  return networks
    .filter(({ network }) => network.isSandbox)
    .flatMap(({ network, driver }) => {
      const hot = keys.addressOf({ family: network.family, role: "hot", index: 0 });
      return services
        .filter(({ network: { code }, mismatch }) => code === network.code && mismatch === null)
        .map((service) => ({ driver, service, hot }));
    });
}

/** Takes one place as far as it can be taken now. One chain that is down does not hold up the others. */
async function isFunded(place: Place, name: string, signal: AbortSignal): Promise<boolean> {
  const { service } = place;
  try {
    const state = await readFundingState(service.network.code, service.currency.code);
    if (state.isFilled) return true;
    if (!state.isWatched) return false;
    if (!state.isSent) await sendOnce(place, signal);
    if (!state.booked.gt(ZERO)) return false;
    const amount = roundDown(state.booked.times(TREASURY_SHARE), service.decimals);
    await fillTreasury({ commandId: `${name}:sandbox`, currency: service.currency.code, amount, actorId: null });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    log().warn({ place: name, err: error }, "the sandbox's hot wallet is not funded yet");
    return false;
  }
}

async function sendOnce({ driver, service, hot }: Place, signal: AbortSignal): Promise<void> {
  const { contract, decimals } = service;
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  const isThere = async () => (await driver.balanceOf(hot, asset, null, signal)) > 0n;
  // There and not booked: the watcher has not read that block yet.
  if (await isThere()) return;
  const amount = contract === null ? NATIVE_FUNDS : TOKEN_FUNDS;
  await sendFromFaucet(service.network.code, (chain) =>
    transferOf(chain, { address: hot, decimals, contract }, amount),
  );
  // The node answers before the transaction is in a block: a second look in between would send once more.
  const giveUpAt = Date.now() + IN_BLOCK_LIMIT_MS;
  while (!(await isThere())) {
    if (Date.now() > giveUpAt) throw new Error("The faucet's payment did not get into a block");
    await setTimeout(POLL_MS, undefined, { signal });
  }
}
