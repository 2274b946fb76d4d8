import { judgeByEvery } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import { readTokenAccounts } from "@/lib/chains/solana/accounts";
import { readHead } from "@/lib/chains/solana/blocks";
import { sendToNode } from "@/lib/chains/solana/broadcast";
import { assembleSigned } from "@/lib/chains/solana/build";
import { judgeConfirmability } from "@/lib/chains/solana/confirmability";
import { readFeeEstimate } from "@/lib/chains/solana/estimate";
import { asksMore } from "@/lib/chains/solana/fees";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { movableOf } from "@/lib/chains/solana/plan";
import { prepareSolanaTransfer } from "@/lib/chains/solana/prepare";
import { simulateTransfer } from "@/lib/chains/solana/simulate";
import type { ChainSpending } from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";

/** The money-out half of the Solana driver. */
export function createSolanaSpending(nodes: Failover<SolanaNode>): ChainSpending {
  return {
    estimateFee: (input, signal) => nodes.call((node) => readFeeEstimate(node, input, signal), signal),
    async movableAtOnce(address, asset, signal) {
      if (asset.kind === "native") return null;
      return movableOf(await nodes.call((node) => readTokenAccounts(node, address, asset.contract, signal), signal));
    },
    prepareTransfer: (request, fee, signal) => prepareSolanaTransfer(nodes, request, fee, signal),
    outbids: asksMore,
    simulate: (unsigned, signal) => nodes.call((node) => simulateTransfer(node, unsigned, signal), signal),
    assemble: async (unsigned, signatures) => assembleSigned(unsigned, signatures),
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    accountNonce: async () => null,
    ...judgeByEvery(
      nodes,
      async (node, signal) => (await readHead(node, "confirmed", signal)).reference,
      judgeConfirmability,
    ),
  };
}
