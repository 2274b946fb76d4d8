import type { TonTransaction } from "@/lib/chains/ton/transactions";

/**
 * By how much a transaction changed what its account holds: what came, less what left with its messages, less all fees. The rent that was
 * due until then is among those, as far as there was something to take it from. What somebody owes stands in no balance.
 */
export function balanceChange({ inMessage, outMessages, totalFees }: TonTransaction): bigint {
  return (inMessage?.value ?? 0n) - sentAlong(outMessages) - totalFees;
}

/** What messages take with them: their value, and the part of their fees that the receiver's side collects. */
export function sentAlong(outMessages: TonTransaction["outMessages"]): bigint {
  return outMessages.reduce((sum, { value, travelFees }) => sum + value + travelFees, 0n);
}
