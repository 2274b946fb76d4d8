import type { TransferRequest } from "@/lib/chains/spending";
import { toBase58, toHexAddress } from "@/lib/chains/tron/config";
import { encodeTransfer } from "@/lib/chains/tron/trc20";

/** What one transfer does, in the words of a TRON contract call. */
export type Movement = {
  readonly from: string;
  /** Who is paid. */
  readonly to: string;
  /** The token's contract; null for TRX. */
  readonly contract: string | null;
  readonly units: bigint;
  /** Call data of the token; empty for TRX. */
  readonly data: string;
};

/** Throws on anything that one TRON transfer cannot say. */
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
