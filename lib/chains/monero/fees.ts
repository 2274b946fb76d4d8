import { list, units } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { weigh } from "@/lib/chains/monero/transaction-weight";
import type { FeeEstimate, FeePriority } from "@/lib/chains/spending";

/** The wallet's own levels, lowest first. */
const LEVELS: readonly FeePriority[] = ["economy", "recommended", "high", "highest"];
/** What a payout usually spends. */
const INPUTS_EXPECTED = 2;
/** The heaviest that a wallet makes (get_upper_transaction_weight_limit of wallet2.cpp), with some 210 inputs: half of what a block takes for nothing, less its coinbase. */
const WEIGHT_MAX = 149_400n;
/** Prices change between the estimate and the transaction: a quarter more. */
const GROWTH = { numerator: 5n, denominator: 4n };

/** Prices by weight of the last blocks. A daemon before the rules of 2022 tells one, and wallets multiply it. */
export async function estimateFee(
  { daemon }: MoneroNode,
  { priority, outputs }: { readonly priority: FeePriority; readonly outputs: number },
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const answer = await daemon.call("get_fee_estimate", {}, signal);
  const prices = list(answer.fees).map(units);
  const level = LEVELS.indexOf(priority);
  const price = prices[level];
  if (price === undefined) throw new Error(`${daemon.name} does not tell four prices: it is older than 0.18`);
  const expected = price * weigh(INPUTS_EXPECTED, outputs + 1);
  const most = (price * WEIGHT_MAX * GROWTH.numerator) / GROWTH.denominator;
  return { priority, expectedUnits: expected, maximumUnits: most, terms: printTerms(level + 1) };
}

/** The wallet service's number of a level. @throws Error for terms of something else */
export function levelOf({ terms }: Pick<FeeEstimate, "terms">): number {
  const level = LEVELS.findIndex((_, index) => printTerms(index + 1) === terms);
  if (level < 0) throw new Error(`no terms of Monero: ${terms}`);
  return level + 1;
}

function printTerms(level: number): string {
  return `level ${level}`;
}
