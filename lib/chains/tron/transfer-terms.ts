import type { TransferRequest } from "@/lib/chains/spending";
import { toBase58, toHexAddress } from "@/lib/chains/tron/config";
import { encodeTransfer } from "@/lib/chains/tron/trc20";

/** The effects of one transfer, in terms of a TRON contract call. */
export type Movement = {
  readonly from: string;
  /** The recipient. */
  readonly to: string;
  /** The token's contract; null for TRX. */
  readonly contract: string | null;
  readonly units: bigint;
  /** Call data of the token; empty for TRX. */
  readonly data: string;
};

/** Throws on anything that one TRON transfer cannot express. */
export function movementOf({ source, outputs }: TransferRequest): Movement {
  const output = outputs[0];
  if (source.kind !== "expiring") throw new TypeError("a TRON transfer spends from an account, and expires");
  if (output === undefined || outputs.length !== 1) throw new TypeError("a TRON transfer has one output");
  if (output.to.memo !== null) throw new TypeError("TRON destinations carry no memo");
  if (output.units <= 0n) throw new RangeError("a TRON transfer moves more than zero");
  const common = { from: known(source.address), to: known(output.to.address), units: output.units };
  if (output.asset.kind === "native") return { ...common, contract: null, data: "" };
  return { ...common, contract: known(output.asset.contract), data: encodeTransfer(common.to, output.units) };
}

function known(address: string): string {
  return toBase58(toHexAddress(address));
}

/**
 * The contents of an estimate's text; all amounts in sun. `prepareTransfer` and `simulate` use
 * exactly the displayed terms.
 */
export type FeeTerms = {
  /**
   * The most that running the contract may burn, and the transaction's fee_limit; 0 for a transfer
   * of TRX, which has none.
   */
  readonly feeLimit: bigint;
  /** Price per unit of energy when the limit was set. */
  readonly perEnergy: bigint;
  /** Size that bandwidth is charged for. */
  readonly bytes: bigint;
  /** Burnt for the bytes where the account has no bandwidth for them. */
  readonly bandwidthUnits: bigint;
  /** Burnt for creating the recipient's account, bandwidth included; 0 where it exists. */
  readonly activationUnits: bigint;
};

const NAMES = ["feeLimit", "perEnergy", "bytes", "bandwidthUnits", "activationUnits"] as const;

export function writeTerms(terms: FeeTerms): string {
  return JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, terms[name].toString()])));
}

/** Parses the output of `writeTerms`; throws on anything else. */
export function parseTerms(text: string): FeeTerms {
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const units = (name: (typeof NAMES)[number]): bigint => {
    const value = fields[name];
    if (typeof value !== "string" || !/^\d+$/.test(value))
      throw new Error(`these are no fee terms of TRON: no ${name}`);
    return BigInt(value);
  };
  return {
    feeLimit: units("feeLimit"),
    perEnergy: units("perEnergy"),
    bytes: units("bytes"),
    bandwidthUnits: units("bandwidthUnits"),
    activationUnits: units("activationUnits"),
  };
}

/** Returns the maximum cost of a transaction under these terms. */
export function maximumOf({ feeLimit, bandwidthUnits, activationUnits }: FeeTerms): bigint {
  return feeLimit + (activationUnits > bandwidthUnits ? activationUnits : bandwidthUnits);
}
