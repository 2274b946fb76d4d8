import type { MatchDestinations } from "@/lib/chains/driver";
import type { Asset, BlockReference, Transfer } from "@/lib/chains/facts";
import { createSieve, type Sieve } from "@/lib/chains/sieve";
import type { TronTransaction } from "@/lib/chains/tron/blocks";
import { fromContractForm } from "@/lib/chains/tron/config";

/** Kinds of transactions that run a contract: only these can log, or move money beyond what they say themselves. */
const RUNS_CONTRACT: ReadonlySet<string> = new Set(["TriggerSmartContract", "CreateSmartContract"]);

export function runsContract({ contractType }: TronTransaction): boolean {
  return RUNS_CONTRACT.has(contractType);
}

/** Something above zero that moved within a transaction, of whichever asset: what arrives in an unknown token is still the payer's money. */
export type Movement = {
  readonly position: string;
  /** In the form of logs; null: TRX. */
  readonly contract: string | null;
  readonly units: bigint;
  /** In hexadecimal as the node writes it: the address is the last 20 bytes, and what is before them says nothing. */
  readonly from: string;
  readonly to: string;
};

/** A movement, and its transaction with its place in the block. */
export type Sighting = Movement & {
  readonly transactionId: string;
  readonly place: number;
  readonly block: BlockReference;
};

/** What is to be asked about is written as an address only then: most of it is nobody's of ours. */
export function sieveSightings(match: MatchDestinations): Sieve<Sighting> {
  return createSieve(match, ({ to }) => ({ address: addressOf(to), memo: null }));
}

export function toTransfer({ transactionId, position, contract, units, from, to, block }: Sighting): Transfer {
  const asset: Asset = contract === null ? { kind: "native" } : { kind: "token", contract: fromContractForm(contract) };
  const destination = { address: addressOf(to), memo: null };
  return { transactionId, position, asset, units, from: addressOf(from), to: destination, block };
}

function addressOf(hex: string): string {
  return fromContractForm(hex.slice(-40));
}
