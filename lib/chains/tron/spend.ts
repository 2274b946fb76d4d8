import { judgeByEvery } from "@/lib/chains/every-node";
import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import type { ChainSpending, FeeEstimate, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";
import { readHead } from "@/lib/chains/tron/blocks";
import { sendToNode } from "@/lib/chains/tron/broadcast";
import { assembleSigned, buildUnsigned } from "@/lib/chains/tron/build";
import { CLOCK_TOLERANCE_MS, type TronDriverConfig, VALID_FOR_MS } from "@/lib/chains/tron/config";
import { judgeConfirmability } from "@/lib/chains/tron/confirmability";
import { readFeeEstimate } from "@/lib/chains/tron/fees";
import { readFreshHead } from "@/lib/chains/tron/fresh-head";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { createMoments } from "@/lib/chains/tron/moments";
import { simulateOn } from "@/lib/chains/tron/simulate";

/** The money-out half of the TRON driver. */
export function createTronSpending(config: TronDriverConfig, nodes: Failover<TronNode>): ChainSpending {
  const moment = config.moment ?? createMoments();
  return {
    estimateFee: ({ request, priority }, signal) =>
      nodes.call((node) => readFeeEstimate(node, { request, priority }, signal), signal),
    prepareTransfer: (request, fee, signal) => prepare(nodes, { request, fee }, { ...config, moment }, signal),
    // Nobody is included sooner for paying more.
    outbids: () => false,
    simulate: (unsigned, signal) => nodes.call((node) => simulateOn(node, unsigned, signal), signal),
    assemble: assembleSigned,
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    accountNonce: async () => null,
    ...judgeByEvery(
      nodes,
      (node, signal) => readHead(node, "wallet", signal),
      (node, transfer, confirmations, signal) =>
        judgeConfirmability(node, transfer, { confirmations, isAlone: config.isSandbox }, signal),
    ),
  };
}

/** Nodes say when it is and which block is final; everything that moves money comes from the request. */
async function prepare(
  nodes: Failover<TronNode>,
  { request, fee }: { readonly request: TransferRequest; readonly fee: FeeEstimate },
  { isSandbox, moment }: { readonly isSandbox: boolean; readonly moment: () => number },
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  const head = await readFreshHead(nodes, signal);
  const reference = await nodes.call((node) => readHead(node, "walletsolidity", signal), signal);
  const expiration = expirationAfter(head, isSandbox ? null : Date.now());
  return buildUnsigned(request, fee, { reference, expiration, timestamp: moment() });
}

/**
 * By the chain's time, but of a real chain no later than by our own clock and some tolerance: a node that says it were
 * tomorrow would make a payout that cannot be replaced until then. Exported for its tests.
 */
export function expirationAfter(head: BlockReference, nowMs: number | null): number {
  const chainTime = head.time.getTime();
  return VALID_FOR_MS + (nowMs === null ? chainTime : Math.min(chainTime, nowMs + CLOCK_TOLERANCE_MS));
}
