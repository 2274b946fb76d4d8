import { setTimeout } from "node:timers/promises";
import type { ChainDriver } from "@/lib/chains/driver";
import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { paymentOf } from "@/lib/run/sandbox/play-money";
import { sendFromFaucet } from "@/lib/run/sandbox/send-from-faucet";
import { fillTreasury } from "@/lib/sending/treasury/fill-treasury";

/** Play money per hot wallet, as `parts` payments of `each`: enough for payouts for a long time. */
type Funds = { readonly parts: number; readonly each: Decimal };

const COINS: Funds = { parts: 1, each: decimal("1000") };
/**
 * Several, because each payout keeps one busy until it is in a block; and not more, because the
 * chains' block rewards halve quickly.
 */
const OUTPUTS: Funds = { parts: 10, each: decimal("2") };
const TOKENS: Funds = { parts: 1, each: decimal("1000000") };
/** Families with another amount: TRON's fees are counted in tens of its coin. */
const NATIVE_FUNDS: Partial<Readonly<Record<CatalogNetwork["family"], Funds>>> = {
  btc: OUTPUTS,
  ltc: OUTPUTS,
  tron: { parts: 1, each: decimal("100000") },
  // The change of an output is locked for ten blocks.
  xmr: { parts: 10, each: decimal("20") },
};
/** Fraction of the first funds that is reserved for conversions. */
const TREASURY_SHARE = decimal("0.5");
/** The sandbox mines a block with a transaction at once, or at the latest with its regular one. */
const IN_BLOCK_LIMIT_MS = 15_000;
const POLL_MS = 100;

type Keys = { readonly addressOf: (key: { family: CatalogNetwork["family"]; role: "hot"; index: number }) => string };
type Funded = { readonly network: CatalogNetwork; readonly driver: ChainDriver };
type Place = { readonly driver: ChainDriver; readonly service: CatalogService; readonly hot: string };

/**
 * Sends play money from the sandbox faucet to every hot wallet that never had any, once per coin,
 * and reserves part of it for conversions once the watchers have booked it as capital. Resolves
 * when all is done. Progress is read from the books and the chain each time, so that the next run
 * completes what a crash interrupted.
 */
export async function fundGateway(keys: Keys, networks: readonly Funded[], signal: AbortSignal): Promise<void> {
  const done = new Set<string>();
  for (;;) {
    const places = await listPlaces(keys, networks);
    // Funding chain by chain would keep the last one waiting for minutes; within a chain payments
    // are sequential.
    await Promise.all(networks.map(({ network }) => fundNetwork(network.code, places, done, signal)));
    if (done.size >= places.length) return;
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

async function fundNetwork(code: string, all: readonly Place[], done: Set<string>, signal: AbortSignal): Promise<void> {
  for (const place of all.filter(({ service }) => service.network.code === code)) {
    const name = `${place.service.network.code}:${place.service.currency.code}`;
    if (!done.has(name) && (await isFunded(place, name, signal))) done.add(name);
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

/** Advances one wallet as far as possible now. A chain that is down does not hold up the others. */
async function isFunded(place: Place, name: string, signal: AbortSignal): Promise<boolean> {
  const { service } = place;
  try {
    const state = await readFundingState(service.network.code, service.currency.code);
    if (state.isFilled) return true;
    if (!state.isWatched) return false;
    if (state.booked.lt(wholeOf(fundsOf(service)))) {
      await sendMissing(place, signal);
      return false;
    }
    const amount = roundDown(state.booked.times(TREASURY_SHARE), service.decimals);
    await fillTreasury({ commandId: `${name}:sandbox`, currency: service.currency.code, amount, actorId: null });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    log().warn({ place: name, err: error }, "the sandbox's hot wallet is not funded yet");
    return false;
  }
}

function fundsOf({ contract, network }: CatalogService): Funds {
  return contract === null ? (NATIVE_FUNDS[network.family] ?? COINS) : TOKENS;
}

function wholeOf({ parts, each }: Funds): Decimal {
  return each.times(parts.toString());
}

async function sendMissing({ driver, service, hot }: Place, signal: AbortSignal): Promise<void> {
  const { contract, decimals } = service;
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  const funds = fundsOf(service);
  const part = toBaseUnits(funds.each, decimals);
  const whole = toBaseUnits(wholeOf(funds), decimals);
  const readBalance = () => driver.balanceOf(hot, asset, null, signal);
  // Rounded to whole payments: fees may have been paid since, and a token payment may have added
  // dust of the coin.
  const countThere = async () => ((await readBalance()) + part / 2n) / part;
  const before = await countThere();
  const missing = whole / part - before;
  // On the chain but not booked: the watcher has not read that block yet.
  if (missing <= 0n) return;
  const payment = paymentOf({ address: hot, decimals, contract }, funds.each);
  for (let sent = 0n; sent < missing; sent += 1n) await sendFromFaucet(service.network.code, () => payment);
  // The node responds before the payments are in a block: checking again in between would send once
  // more.
  const giveUpAt = Date.now() + IN_BLOCK_LIMIT_MS;
  while ((await countThere()) < before + missing) {
    if (Date.now() > giveUpAt) throw new Error("The faucet's payment did not get into a block");
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

/** How far the funding of one hot wallet has progressed. */
type FundingState = {
  /** Scanning has begun: later payments are seen. */
  readonly isWatched: boolean;
  /** Received and booked. */
  readonly booked: Decimal;
  /** Part of it was reserved for conversions. */
  readonly isFilled: boolean;
};

async function readFundingState(networkCode: string, currencyCode: string): Promise<FundingState> {
  const db = database();
  const received = { networkCode, currencyCode, ownerKind: "hot", bookedInclusion: { not: null } };
  const [cursors, booked, filled] = await Promise.all([
    db.chainCursor.count({ where: { networkCode } }),
    db.deposit.aggregate({ where: received, _sum: { amount: true } }),
    db.journalEntry.count({
      where: { kind: "treasury.fill", reference: { startsWith: `${networkCode}:${currencyCode}:` } },
    }),
  ]);
  const { amount } = booked._sum;
  return {
    isWatched: cursors > 0,
    booked: amount === null ? ZERO : decimal(amount),
    isFilled: filled > 0,
  };
}
