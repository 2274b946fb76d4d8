import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { inAnyVersion, readBlock } from "@/lib/chains/solana/blocks";
import { WRAPPED_SOL } from "@/lib/chains/solana/config";
import {
  decodeEffects,
  inContext,
  list,
  object,
  small,
  type TokenBalance,
  type TransactionEffects,
} from "@/lib/chains/solana/decode";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

/** Status of a block that two thirds of the stake voted for; anything less may still be dropped. */
const SETTLED: ReadonlySet<unknown> = new Set(["confirmed", "finalized"]);

/** Returns this node's attestation of one transaction. */
export async function readTransactionStatus(
  node: SolanaNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  return (await readStatusAt(node, transactionId, signal)).status;
}

/**
 * Like `readTransactionStatus`, with the slot that the node had reached: "absent" from a lagging
 * one proves nothing.
 */
export async function readStatusAt(
  node: SolanaNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<{ readonly slot: number; readonly status: TransactionStatus }> {
  // Without the history a node knows only the last two minutes, and "absent" would mean nothing. A
  // node that stores none answers an error.
  const options = { searchTransactionHistory: true };
  const answer = inContext(await node.request("getSignatureStatuses", [[transactionId], options], signal));
  const [found] = list(answer.value);
  if (found == null) return { slot: answer.slot, status: { state: "absent" } };
  const { slot, confirmationStatus } = object(found);
  const isSettled = SETTLED.has(confirmationStatus);
  const status = isSettled
    ? await readIncluded(node, transactionId, small(slot), signal)
    : ({ state: "pending" } as const);
  return { slot: answer.slot, status };
}

async function readIncluded(
  node: SolanaNode,
  transactionId: string,
  slot: number,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const answer = await inAnyVersion((maxSupportedTransactionVersion) => {
    const options = { encoding: "json", commitment: "confirmed", maxSupportedTransactionVersion };
    return node.request("getTransaction", [transactionId, options], signal);
  });
  if (answer === null) throw new ChainInconsistentError(`${node.name} knows ${transactionId} and does not show it`);
  const transaction = object(answer);
  const block = await readBlock(node, slot, "confirmed", signal);
  if (block === null || small(transaction.slot) !== slot) {
    throw new ChainInconsistentError(`${node.name} lost the block of ${transactionId} while being read`);
  }
  const effects = decodeEffects(transaction.meta);
  return { state: "included", block: block.reference, succeeded: effects.succeeded, feeUnits: costOf(effects) };
}

/**
 * Returns the payer's cost of our transaction beside what it sent: the fee, plus the rent of token
 * accounts that it opened for recipients, minus that of those that it closed.
 */
export function costOf({ feeUnits, before, after, tokensBefore, tokensAfter }: TransactionEffects): bigint {
  const opened = rentsOf(withoutThose(tokensAfter, tokensBefore), before, after);
  return feeUnits + opened - rentsOf(withoutThose(tokensBefore, tokensAfter), after, before);
}

function withoutThose(accounts: readonly TokenBalance[], others: readonly TokenBalance[]): readonly TokenBalance[] {
  const known = new Set(others.map(({ accountIndex }) => accountIndex));
  return accounts.filter(({ accountIndex }) => !known.has(accountIndex));
}

/** Returns the rent of these accounts on the side where they exist, but not on the other. */
function rentsOf(accounts: readonly TokenBalance[], without: readonly bigint[], withThem: readonly bigint[]): bigint {
  const rents = accounts.map(({ accountIndex, mint, units }) => {
    const held = (withThem[accountIndex] ?? 0n) - (without[accountIndex] ?? 0n);
    return mint === WRAPPED_SOL ? held - units : held;
  });
  return rents.reduce((sum, rent) => (rent > 0n ? sum + rent : sum), 0n);
}
