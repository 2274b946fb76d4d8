import type { TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { accountAt, parseTonAddress, sameAccountText, toMasterText } from "@/lib/chains/ton/address";

/** What the request asks for. */
export type Wanted = {
  /** The wallet that pays, by its one text. */
  readonly from: string;
  readonly to: string;
  readonly memo: string | null;
  /** Canonical master; null for the network's own coin. */
  readonly contract: string | null;
  readonly units: bigint;
};

/** And with what it is built; the same order makes the same bytes. */
export type Order = Wanted & {
  /** The payer's own wallet of that token. */
  readonly tokenWallet: string | null;
  /** What that wallet is given for its work. */
  readonly attachedUnits: bigint;
  readonly isDeployed: boolean;
  readonly sequence: number;
  readonly validUntil: number;
};

/** Throws on anything that one message of a wallet cannot say. */
export function toOrder({ source, outputs }: TransferRequest): Wanted {
  const output = outputs[0];
  if (source.kind !== "expiring") throw new TypeError("a TON transfer is spent by one account and expires");
  if (output === undefined || outputs.length !== 1) throw new TypeError("a TON transfer has one output");
  if (output.units <= 0n) throw new RangeError("a TON transfer moves more than zero");
  const to = parseTonAddress(output.to.address);
  if (to === null) throw new TypeError(`${output.to.address} is no TON address`);
  return {
    from: sameAccountText(source.address),
    to,
    memo: output.to.memo,
    contract: output.asset.kind === "native" ? null : toMasterText(accountAt(output.asset.contract)),
    units: output.units,
  };
}

export function toPayload(order: Order): UnsignedTransfer["payload"] {
  return JSON.stringify(order, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** Written by `toPayload` and read by nobody else: only the amounts have to be made anew. */
export function parsePayload(payload: string): Order {
  const parsed = JSON.parse(payload) as Omit<Order, "units" | "attachedUnits"> & Readonly<Record<string, unknown>>;
  const { units, attachedUnits } = parsed;
  if (typeof units !== "string" || typeof attachedUnits !== "string") {
    throw new TypeError("this is no unsigned TON transfer");
  }
  return { ...parsed, units: BigInt(units), attachedUnits: BigInt(attachedUnits) };
}
