import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import { sendToNode } from "@/lib/chains/bitcoin-like/broadcast";
import { assembleCoinsTransfer, coinCosts, joinCoins } from "@/lib/chains/bitcoin-like/building/assemble-transaction";
import {
  buildCoinsTransfer,
  coinsToSpend,
  needsPreviousTransactions,
  type UnsignedView,
  viewUnsigned,
} from "@/lib/chains/bitcoin-like/building/build-transaction";
import { estimateCoinsFee, outbidsCoins } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import type { BitcoinLikeDriverConfig } from "@/lib/chains/bitcoin-like/config";
import { evaluateConfirmability, readRates } from "@/lib/chains/bitcoin-like/confirmability";
import { findMalleated } from "@/lib/chains/bitcoin-like/find-malleated";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { readOrigin, readUnspent, type UnspentOutput } from "@/lib/chains/bitcoin-like/origins";
import { findTransaction, readPreviousTransactions } from "@/lib/chains/bitcoin-like/transactions";
import { evaluateAcrossNodes, queryAllNodes } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import type {
  ChainSpending,
  Coin,
  FeeEstimate,
  MalleatedSearch,
  Simulation,
  TransferRequest,
  UnsignedTransfer,
} from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";

/**
 * The money-out half of the driver: this module queries the nodes, `building` computes the result.
 */
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
    // Elsewhere ids do not commit to signatures, or blocks accept no signatures but ours.
    ...(needsPreviousTransactions(family)
      ? {
          async findMalleated(search: MalleatedSearch, blocksMax: number, signal: AbortSignal) {
            const found = await nodes.call((node) => findMalleated(node, search, { blocksMax }, signal), signal);
            return found.kind === "found" ? found.malleated : null;
          },
          findMalleatedByEach: (search: MalleatedSearch, partMsMax: number, signal: AbortSignal) =>
            queryAllNodes(
              nodes,
              (node) => readHead(node, signal),
              (node) => findMalleated(node, search, { partMsMax }, signal),
              signal,
            ),
        }
      : {}),
    async coinsSpentBy(transactionId, signal) {
      const told = await nodes.each((node) => readOrigin(node, transactionId, signal), signal);
      return (
        told.flatMap((nodeAnswer) =>
          "answer" in nodeAnswer && nodeAnswer.answer !== null ? [nodeAnswer.answer] : [],
        )[0] ?? null
      );
    },
    accountNonce: async () => null,
    ...evaluateAcrossNodes(nodes, readHead, evaluateConfirmability),
  };
}

type Plan = Pick<BitcoinLikeDriverConfig, "family"> & {
  readonly request: TransferRequest;
  readonly fee: FeeEstimate;
};

async function prepare(nodes: Failover<CoinNode>, plan: Plan, signal: AbortSignal): Promise<UnsignedTransfer> {
  // Also where nothing is queried: a payment that cannot be made must fail before any request.
  const coins = coinsToSpend(plan);
  const previousTransactions = needsPreviousTransactions(plan.family)
    ? await nodes.call((node) => readPreviousTransactions(node, coins, signal), signal)
    : new Map<string, string>();
  return buildCoinsTransfer({ ...plan, previousTransactions });
}

type Input = UnsignedView["inputs"][number];

/**
 * Checks each coin at the node: it exists, with the amount and the script in our records. Amounts,
 * dust and fee were checked while building, and a node's own test (`testmempoolaccept`) needs
 * signatures, which are created only after this check.
 */
async function simulateCoins(node: CoinNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const { inputs } = viewUnsigned(unsigned);
  const coins = inputs.map(({ coin }) => coin);
  const inChain = await readUnspent(node, coins, false, signal);
  // A pending coin exists only with the mempool; a coin that an earlier version spends exists only
  // without it.
  const waiting = await readUnspent(node, coins, true, signal);
  for (const [index, input] of inputs.entries()) {
    const found = inChain[index] ?? waiting[index] ?? null;
    const reason = found === null ? await absenceOf(node, input.coin, signal) : faultOf(input, found);
    if (reason !== null) return { succeeds: false, reason, lacksFee: false };
  }
  return { succeeds: true };
}

/**
 * Returns null for a coin whose funding transaction is pending and that another pending transaction
 * spends: presumably an earlier version of this one.
 */
async function absenceOf(node: CoinNode, coin: Coin, signal: AbortSignal): Promise<string | null> {
  const maker = await findTransaction(node, coin.transactionId, signal);
  if (maker === null) return `${nameOf(coin)} is in no block and waits nowhere`;
  return maker.block === null ? null : `${nameOf(coin)} is spent already`;
}

function faultOf({ coin, scriptHex }: Input, found: UnspentOutput): string | null {
  if (found.hasToken) return `${nameOf(coin)} carries a token, which our signatures leave out`;
  if (found.units !== coin.units) return `${nameOf(coin)} holds ${found.units} units, not ${coin.units}`;
  return found.scriptHex === scriptHex
    ? null
    : `${nameOf(coin)} belongs to another script than that of ${coin.address}`;
}

function nameOf({ transactionId, index }: Coin): string {
  return `coin ${transactionId}:${index}`;
}
