import type { ChainDriver } from "@/lib/chains/driver";
import type { Coin } from "@/lib/chains/spending";

/** No transaction has it: the question is about the coins alone. */
const NO_TRANSACTION = "0".repeat(64);

/** `unclear`: a transaction that is not deep has spent one of them, or the node cannot tell. */
export type CoinsState = "unspent" | "spent" | "unclear";

/**
 * Whether a transaction could still spend all of these coins, as far as the chain's nodes know; `spent` only when another one has spent one of
 * them, deep enough.
 * @throws ChainUnavailableError when no node answers
 */
export async function stateOfCoins(
  driver: Pick<ChainDriver, "canStillConfirm">,
  coins: readonly Coin[],
  confirmations: number,
  signal: AbortSignal,
): Promise<CoinsState> {
  if (coins.length === 0) return "unspent";
  const of = { transactionId: NO_TRANSACTION, spends: { kind: "coins" as const, coins } };
  const { verdict } = await driver.canStillConfirm(of, confirmations, signal);
  if (verdict === "possible") return "unspent";
  return verdict === "impossible" ? "spent" : "unclear";
}
