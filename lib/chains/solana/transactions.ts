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

/** Of a block that two thirds of the stake voted for; anything less may still be dropped. */
const SETTLED: ReadonlySet<unknown> = new Set(["confirmed", "finalized"]);

/** This node's word on one transaction. */
export async function readTransactionStatus(
  node: SolanaNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  return (await readStatusAt(node, transactionId, signal)).status;
}

/**
 * The same with the slot that the node had reached when it said so: "absent" from one that lags
 * proves nothing.
 */
export async function readStatusAt(
  node: SolanaNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<{ readonly slot: number; readonly status: TransactionStatus }> {
  // Without the history a node knows the last two minutes only, and "absent" would mean nothing.
  // One that keeps none answers an error.
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
 * What a transaction of ours cost whoever paid for it, beside what it sent: the fee, and the rent
 * of token accounts that it opened for receivers, less that of those that it closed.
 */
export function costOf({ feeUnits, before, after, tokensBefore, tokensAfter }: TransactionEffects): bigint {
  const opened = rentsOf(withoutThose(tokensAfter, tokensBefore), before, after);
  return feeUnits + opened - rentsOf(withoutThose(tokensBefore, tokensAfter), after, before);
}

function withoutThose(accounts: readonly TokenBalance[], others: readonly TokenBalance[]): readonly TokenBalance[] {
  const known = new Set(others.map(({ accountIndex }) => accountIndex));
  return accounts.filter(({ accountIndex }) => !known.has(accountIndex));
}

/** What these accounts hold for their places on the side where they are, and not on the other. */
function rentsOf(accounts: readonly TokenBalance[], without: readonly bigint[], withThem: readonly bigint[]): bigint {
  const rents = accounts.map(({ accountIndex, mint, units }) => {
    const held = (withThem[accountIndex] ?? 0n) - (without[accountIndex] ?? 0n);
    return mint === WRAPPED_SOL ? held - units : held;
  });
  return rents.reduce((sum, rent) => (rent > 0n ? sum + rent : sum), 0n);
}
