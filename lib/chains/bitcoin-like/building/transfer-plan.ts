import { z } from "zod";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { keyHashOf, scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Coin, SpendSource, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

export type AddressedOutput = PaidOutput & { readonly address: string };

export type CoinsRequest = {
  readonly outputs: readonly AddressedOutput[];
  readonly candidates: readonly Coin[];
  readonly required: readonly Coin[];
  readonly change: Omit<AddressedOutput, "units"> | null;
};

/** More than any chain of this kind has ever had in one output, and fits in eight bytes. */
const UNITS_MAX = 2n ** 63n - 1n;
const TRANSACTION_ID = /^[0-9a-f]{64}$/;
const INDEX_MAX = 0xffff_fffe;

/**
 * Converts the request to scripts. Throws TypeError or RangeError for requests that a coin payment
 * cannot express, and TransactionRefusedError("invalid") for more outputs than one transaction may
 * have.
 */
export function toCoinsRequest(family: CoinFamily, { source, outputs }: TransferRequest): CoinsRequest {
  if (source.kind !== "coins") throw new TypeError(`a ${family} transfer spends coins`);
  const { outputsMax } = parametersOf(family);
  if (outputs.length === 0 || outputs.length > outputsMax) {
    const message = `a ${family} transfer has 1 to ${outputsMax} outputs, not ${outputs.length}`;
    throw new TransactionRefusedError("invalid", message);
  }
  return { outputs: outputs.map((output) => toPaid(family, output)), ...toSource(family, source) };
}

/**
 * Returns the script of one of our coins. Throws TypeError unless a single key of ours unlocks it
 * in the one way that is built here.
 */
export function scriptOfCoin(family: CoinFamily, coin: Coin): string {
  const script = scriptOfAddress(family, coin.address);
  if (keyHashOf(family, script) === null)
    throw new TypeError(`${coin.address} is no kind of address that we spend from`);
  return script;
}

function toPaid(family: CoinFamily, { to, asset, units }: TransferRequest["outputs"][number]): AddressedOutput {
  if (asset.kind !== "native") throw new TypeError(`${family} has no tokens`);
  if (to.memo !== null) throw new TypeError(`${family} destinations carry no memo`);
  if (units <= 0n || units > UNITS_MAX) throw new RangeError(`an output cannot hold ${units} units`);
  return { address: to.address, scriptHex: scriptOfAddress(family, to.address), units };
}

function toSource(
  family: CoinFamily,
  { candidates, required, changeAddress }: Extract<SpendSource, { kind: "coins" }>,
): Pick<CoinsRequest, "candidates" | "required" | "change"> {
  for (const coin of [...candidates, ...required]) {
    const isNamed = TRANSACTION_ID.test(coin.transactionId) && Number.isInteger(coin.index);
    if (!isNamed || coin.index < 0 || coin.index > INDEX_MAX)
      throw new TypeError(`${coin.transactionId}:${coin.index} names no coin`);
    if (coin.units <= 0n || coin.units > UNITS_MAX) throw new RangeError(`a coin cannot hold ${coin.units} units`);
  }
  if (changeAddress === null) return { candidates, required, change: null };
  const scriptHex = scriptOfAddress(family, changeAddress);
  return { candidates, required, change: { address: changeAddress, scriptHex } };
}

const units = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);
const script = z.string().regex(/^([0-9a-f]{2}){1,100}$/);
const whole = z.int().nonnegative();

const schema = z.strictObject({
  family: z.enum(["btc", "ltc", "doge", "dash", "bch"]),
  version: whole,
  sequence: whole,
  virtualSize: whole,
  inputs: z
    .array(
      z.strictObject({
        transactionId: z.string().regex(/^[0-9a-f]{64}$/),
        index: whole,
        units,
        address: z.string(),
        scriptHex: script,
      }),
    )
    .nonempty(),
  outputs: z.array(z.strictObject({ address: z.string(), scriptHex: script, units })).nonempty(),
});

/** An unsigned transaction: all data from which its bytes and digests are derived. */
export type TransferPlan = {
  readonly family: CoinFamily;
  readonly version: number;
  /** The sequence of every input. */
  readonly sequence: number;
  /** Maximum size. */
  readonly virtualSize: number;
  readonly inputs: readonly (Coin & { readonly scriptHex: string })[];
  readonly outputs: readonly AddressedOutput[];
};

export function printPlan(plan: TransferPlan): string {
  return JSON.stringify(plan, (_, value) => (typeof value === "bigint" ? value.toString() : value));
}

/** Parses the output of `printPlan`; throws on anything else. */
export function parsePlan({ payload }: Pick<UnsignedTransfer, "payload">): TransferPlan {
  return schema.parse(JSON.parse(payload));
}

/** Returns the coins in the callers' form, without what building added. */
export function coinsOf({ inputs }: Pick<TransferPlan, "inputs">): readonly Coin[] {
  return inputs.map(({ transactionId, index, units: held, address }) => ({
    transactionId,
    index,
    units: held,
    address,
  }));
}

export function isSameCoin(left: Coin, right: Coin): boolean {
  return left.transactionId === right.transactionId && left.index === right.index;
}

export function sumUnits(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((total, { units }) => total + units, 0n);
}

/** Defines an order that depends only on the coins themselves. */
export function byOutpoint(left: Coin, right: Coin): number {
  if (left.transactionId !== right.transactionId) return left.transactionId < right.transactionId ? -1 : 1;
  return left.index - right.index;
}

/**
 * Removes duplicates. Throws TypeError when a coin appears with different amounts or owners, of
 * which one must be wrong.
 */
export function withoutRepeats(coins: readonly Coin[]): readonly Coin[] {
  const known = new Map<string, Coin>();
  for (const coin of coins) {
    const name = `${coin.transactionId}:${coin.index}`;
    const other = known.get(name);
    if (other !== undefined && (other.units !== coin.units || other.address !== coin.address))
      throw new TypeError(`coin ${name} is named twice and differs`);
    known.set(name, coin);
  }
  return [...known.values()];
}

type PaidOutput = { readonly scriptHex: string; readonly units: bigint };

export type SelectionRequest = {
  readonly family: CoinFamily;
  /** Base units per 1000 virtual bytes. */
  readonly rate: bigint;
  /** Upper limit for the fee. */
  readonly maximumFee: bigint;
  readonly outputs: readonly PaidOutput[];
  readonly candidates: readonly Coin[];
  /** Always among the inputs. */
  readonly required: readonly Coin[];
  /** Null: the leftover goes to the fee. */
  readonly changeScript: string | null;
};

/** The coins equal the sum of outputs, change (null: none) and fee exactly. */
export type Selection = {
  /** In input order. */
  readonly coins: readonly Coin[];
  readonly changeUnits: bigint | null;
  readonly feeUnits: bigint;
  /** Maximum size; the signed transaction may be a few bytes smaller. */
  readonly virtualSize: number;
};
