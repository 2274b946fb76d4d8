import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import { sendToNode } from "@/lib/chains/bitcoin-like/broadcast";
import { assembleCoinsTransfer } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import {
  buildCoinsTransfer,
  coinsToSpend,
  needsPreviousTransactions,
} from "@/lib/chains/bitcoin-like/building/build-transaction";
import { estimateCoinsFee, outbidsCoins } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { coinCosts, joinCoins } from "@/lib/chains/bitcoin-like/building/join-coins";
import type { BitcoinLikeDriverConfig } from "@/lib/chains/bitcoin-like/config";
import { judgeConfirmability } from "@/lib/chains/bitcoin-like/confirmability";
import { readRates } from "@/lib/chains/bitcoin-like/fees";
import { findTwin } from "@/lib/chains/bitcoin-like/find-twin";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { readOrigin } from "@/lib/chains/bitcoin-like/origins";
import { readPreviousTransactions } from "@/lib/chains/bitcoin-like/previous-transactions";
import { simulateCoins } from "@/lib/chains/bitcoin-like/simulate";
import { askEvery, judgeByEvery } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import type { ChainSpending, FeeEstimate, TransferRequest, TwinSearch, UnsignedTransfer } from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";

/** The money-out half of the driver: what nodes know is asked here, what follows from it is worked out in `building`. */
export function createCoinSpending(
  { family }: Pick<BitcoinLikeDriverConfig, "family">,
  nodes: Failover<CoinNode>,
): ChainSpending {
  return {
    async estimateFee({ request, priority, replaces }, signal) {
      const rates = await nodes.call((node) => readRates(node, family, priority, signal), signal);
      return estimateCoinsFee({ family, request, priority, replaces, rates });
    },
    async joinCoins(request, signal) {
      const rates = await nodes.call((node) => readRates(node, family, request.priority, signal), signal);
      return joinCoins({ ...request, family, rates });
    },
    async coinCosts(priority, signal) {
      const rates = await nodes.call((node) => readRates(node, family, priority, signal), signal);
      return coinCosts(family, priority, rates);
    },
    async prepareTransfer(request, fee, signal) {
      signal.throwIfAborted();
      return prepare(nodes, { family, request, fee }, signal);
    },
    outbids: (today, earlier) => outbidsCoins(family, today, earlier),
    simulate: (unsigned, signal) => nodes.call((node) => simulateCoins(node, unsigned, signal), signal),
    assemble: async (unsigned, signatures) => assembleCoinsTransfer(unsigned, signatures),
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    // Elsewhere ids do not commit to signatures, or blocks take no others than ours.
    ...(needsPreviousTransactions(family)
      ? {
          async findTwin(search: TwinSearch, blocksMax: number, signal: AbortSignal) {
            const found = await nodes.call((node) => findTwin(node, search, { blocksMax }, signal), signal);
            return found.kind === "found" ? found.twin : null;
          },
          findTwinByEach: (search: TwinSearch, partMsMax: number, signal: AbortSignal) =>
            askEvery(
              nodes,
              (node) => readHead(node, signal),
              (node) => findTwin(node, search, { partMsMax }, signal),
              signal,
            ),
        }
      : {}),
    async coinsSpentBy(transactionId, signal) {
      const told = await nodes.each((node) => readOrigin(node, transactionId, signal), signal);
      return told.flatMap((word) => ("answer" in word && word.answer !== null ? [word.answer] : []))[0] ?? null;
    },
    accountNonce: async () => null,
    ...judgeByEvery(nodes, readHead, judgeConfirmability),
  };
}

type Plan = Pick<BitcoinLikeDriverConfig, "family"> & {
  readonly request: TransferRequest;
  readonly fee: FeeEstimate;
};

async function prepare(nodes: Failover<CoinNode>, plan: Plan, signal: AbortSignal): Promise<UnsignedTransfer> {
  // Also where nothing is asked: what cannot be paid must fail before a node is.
  const coins = coinsToSpend(plan);
  const previousTransactions = needsPreviousTransactions(plan.family)
    ? await nodes.call((node) => readPreviousTransactions(node, coins, signal), signal)
    : new Map<string, string>();
  return buildCoinsTransfer({ ...plan, previousTransactions });
}
