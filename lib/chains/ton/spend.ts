import { judgeByEvery } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import type { ChainSpending } from "@/lib/chains/spending";
import { answersOf, bestOutcome } from "@/lib/chains/statements";
import { readAccountState } from "@/lib/chains/ton/account-state";
import { readHead } from "@/lib/chains/ton/blocks";
import { sendToNode } from "@/lib/chains/ton/broadcast";
import { assembleSigned, prepareOrder } from "@/lib/chains/ton/build";
import { judgeConfirmability } from "@/lib/chains/ton/confirmability";
import { readFeeEstimate } from "@/lib/chains/ton/fees";
import { toOrder } from "@/lib/chains/ton/order";
import { simulateOrder } from "@/lib/chains/ton/simulate";
import type { TonNode } from "@/lib/chains/ton/ton-node";

/** The money-out half of the TON driver. */
export function createTonSpending(nodes: Failover<TonNode>, isSandbox: boolean): ChainSpending {
  return {
    async estimateFee({ request, priority }, signal) {
      const wanted = toOrder(request);
      return nodes.call((node) => readFeeEstimate(node, wanted, priority, signal), signal);
    },
    async prepareTransfer(request, fee, signal) {
      const wanted = toOrder(request);
      const states = answersOf(await nodes.each((node) => readAccountState(node, wanted.from, signal), signal));
      return nodes.call((node) => prepareOrder(node, wanted, fee, { states, isSandbox }, signal), signal);
    },
    outbids: () => false,
    simulate: (unsigned, signal) => nodes.call((node) => simulateOrder(node, unsigned, signal), signal),
    assemble: assembleSigned,
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    async accountNonce(_, signal) {
      signal.throwIfAborted();
      return null;
    },
    ...judgeByEvery(nodes, readHead, (node, transfer, confirmations, signal) =>
      judgeConfirmability(node, transfer, { confirmations, isSandbox }, signal),
    ),
  };
}
