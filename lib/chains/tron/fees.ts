import { TransactionRefusedError } from "@/lib/chains/errors";
import type { FeeEstimate, FeePriority, TransferRequest } from "@/lib/chains/spending";
import {
  coversBytes,
  isInactive,
  type Prices,
  type Resources,
  readBalance,
  readPrices,
  readResources,
} from "@/lib/chains/tron/accounts";
import { chargedBytes } from "@/lib/chains/tron/build";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { type FeeTerms, type Movement, maximumOf, movementOf, writeTerms } from "@/lib/chains/tron/transfer-terms";
import { type ConstantAnswer, callConstant } from "@/lib/chains/tron/trc20";

/**
 * Ten times the highest that the main network ever had: energy at 420 sun (100 since 2025),
 * bandwidth at 1,000 sun a byte, and 1.1 TRX for an account. The producers vote on these, so
 * anything above is a node's mistake or a lie.
 */
const PRICE_CEILINGS: Readonly<Record<keyof Prices, bigint>> = {
  perEnergy: 4_200n,
  perByte: 10_000n,
  newAccount: 10_000_000n,
  newAccountBandwidth: 1_000_000n,
};

/**
 * USDT at the highest penalty takes 130,285 for a first holder; a call above this limit is not a
 * token transfer.
 */
const ENERGY_CEILING = 500_000n;

/** @throws TransactionRefusedError for prices that must not be paid or displayed */
function assertPrices(prices: Prices, node: string): void {
  for (const name of ["perEnergy", "perByte", "newAccount", "newAccountBandwidth"] as const) {
    if (prices[name] > PRICE_CEILINGS[name]) {
      throw tooDear(`${node} wants ${prices[name]} sun (${name}), above the ${PRICE_CEILINGS[name]} allowed`);
    }
  }
}

/** @throws TransactionRefusedError for a call that takes more than any transfer */
function assertEnergy(energy: bigint, node: string): void {
  if (energy > ENERGY_CEILING) {
    throw tooDear(`by ${node} the transfer may take ${energy} energy, above the ${ENERGY_CEILING} allowed`);
  }
}

function tooDear(message: string): TransactionRefusedError {
  return new TransactionRefusedError("fee", message);
}

/** The network raises a popular contract's price by at most a fifth every six hours. */
const ENERGY_MARGIN_PERCENT = 130n;

/**
 * Energy to store a first balance instead of changing one, before the penalty: a recipient that
 * held tokens during the estimate may have emptied its account since.
 */
const FIRST_HOLDER_ENERGY = 15_000n;

/**
 * Used while the call cannot be simulated, mostly because the sender is not funded yet. USDT took
 * 64,285 to a holder and 130,285 to an address without any in 2024 and 2025.
 */
const UNTRIED_ENERGY = { holder: 65_000n, firstHolder: 131_000n } as const;
const UNTRIED_LIMIT = { holder: 150_000n, firstHolder: 175_000n } as const;

type Energy = { readonly expected: bigint; readonly limit: bigint };

/**
 * The same for every priority: paying more does not speed up inclusion.
 * @throws TransactionRefusedError where a node's prices or energy exceed the ceilings
 */
export async function readFeeEstimate(
  node: TronNode,
  input: { readonly request: TransferRequest; readonly priority: FeePriority },
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const movement = movementOf(input.request);
  const prices = await readPrices(node, signal);
  assertPrices(prices, node.name);
  const resources = await readResources(node, movement.from, signal);
  const { terms, expectedUnits } =
    movement.contract === null
      ? await transferTerms(node, movement, prices, resources, signal)
      : callTerms(movement, prices, resources, await readEnergy(node, movement, movement.contract, signal));
  return { priority: input.priority, expectedUnits, maximumUnits: maximumOf(terms), terms: writeTerms(terms) };
}

type Priced = { readonly terms: FeeTerms; readonly expectedUnits: bigint };

/**
 * TRX. Free bandwidth does not count where the transfer creates an account, for which a flat price
 * is paid instead of the bytes. The maximum assumes that no bandwidth is left: another transaction
 * may have used it by then.
 */
async function transferTerms(
  node: TronNode,
  movement: Movement,
  prices: Prices,
  resources: Resources,
  signal: AbortSignal,
): Promise<Priced> {
  const bytes = chargedBytes(movement, 0n);
  const creates = await isInactive(node, movement.to, signal);
  const common = { feeLimit: 0n, perEnergy: prices.perEnergy, bytes, bandwidthUnits: bytes * prices.perByte };
  if (!creates) {
    const terms = { ...common, activationUnits: 0n };
    return { terms, expectedUnits: coversBytes(resources, bytes) ? 0n : terms.bandwidthUnits };
  }
  const terms = { ...common, activationUnits: prices.newAccount + prices.newAccountBandwidth };
  const isStaked = resources.stakedBytes >= bytes;
  return { terms, expectedUnits: isStaked ? prices.newAccount : terms.activationUnits };
}

/**
 * A token. The fee limit bounds all energy, staked or burnt for, so the sender's stake does not
 * reduce it.
 */
function callTerms(movement: Movement, prices: Prices, resources: Resources, energy: Energy): Priced {
  const feeLimit = energy.limit * prices.perEnergy;
  const bytes = chargedBytes(movement, feeLimit);
  const bandwidthUnits = bytes * prices.perByte;
  const burnt = energy.expected > resources.energy ? (energy.expected - resources.energy) * prices.perEnergy : 0n;
  return {
    terms: { feeLimit, perEnergy: prices.perEnergy, bytes, bandwidthUnits, activationUnits: 0n },
    expectedUnits: burnt + (coversBytes(resources, bytes) ? 0n : bandwidthUnits),
  };
}

async function readEnergy(
  node: TronNode,
  { from, to, data }: Movement,
  contract: string,
  signal: AbortSignal,
): Promise<Energy> {
  const tried = await callConstant(node, { from, contract, data }, signal);
  const holds = await readBalance(node, to, { kind: "token", contract }, signal).catch((error: unknown) => {
    // A contract that is not a token rejects both calls; the simulation before signing reports its
    // reason.
    if (tried.succeeded) throw error;
    return 0n;
  });
  const energy = energyOf(tried, holds === 0n ? "firstHolder" : "holder");
  assertEnergy(energy.limit, node.name);
  return energy;
}

/**
 * Exported for its tests. `energy` includes the penalty, and the penalty's factor applies to the
 * margin's storage too.
 */
export function energyOf(tried: ConstantAnswer, receiver: keyof typeof UNTRIED_ENERGY): Energy {
  if (!tried.succeeded || tried.energy === 0n) {
    return { expected: UNTRIED_ENERGY[receiver], limit: UNTRIED_LIMIT[receiver] };
  }
  const { energy, penalty } = tried;
  const plain = energy > penalty ? energy - penalty : energy;
  const firstHolder = receiver === "holder" ? ceilDivide(FIRST_HOLDER_ENERGY * energy, plain) : 0n;
  return { expected: energy, limit: ceilDivide(energy * ENERGY_MARGIN_PERCENT, 100n) + firstHolder };
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
