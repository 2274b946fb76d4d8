import { judgeByEvery } from "@/lib/chains/every-node";
import { assertChain, readHead } from "@/lib/chains/evm/blocks";
import { sendToNode } from "@/lib/chains/evm/broadcast";
import { assembleSigned, buildUnsigned, toCall } from "@/lib/chains/evm/build";
import type { EvmDriverConfig } from "@/lib/chains/evm/config";
import { judgeConfirmability, readNonce } from "@/lib/chains/evm/confirmability";
import { addDataFee } from "@/lib/chains/evm/data-fee";
import { asksMore, readFeeEstimate } from "@/lib/chains/evm/fees";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { simulate } from "@/lib/chains/evm/simulate";
import type { Failover } from "@/lib/chains/failover";
import type { ChainSpending } from "@/lib/chains/spending";
import { answersOf, bestOutcome, highest } from "@/lib/chains/statements";

/** The money-out half of the EVM driver. */
export function createEvmSpending(config: EvmDriverConfig, nodes: Failover<EvmNode>): ChainSpending {
  return {
    estimateFee: ({ request, priority, replaces }, signal) => {
      const call = toCall(request);
      return nodes.call(async (node) => {
        const fee = await readFeeEstimate(node, config.chainId, { call, priority, replaces }, signal);
        if (config.dataFee === undefined) return fee;
        return addDataFee(node, config, fee, buildUnsigned(request, fee, config.chainId), signal);
      }, signal);
    },
    async prepareTransfer(request, fee, signal) {
      signal.throwIfAborted();
      return buildUnsigned(request, fee, config.chainId);
    },
    outbids: asksMore,
    simulate: (unsigned, signal) => nodes.call((node) => simulate(node, unsigned, signal), signal),
    assemble: assembleSigned,
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    async accountNonce(address, signal) {
      const readings = answersOf(
        await nodes.each(async (node) => {
          await assertChain(node, config.chainId, signal);
          return Promise.all([readNonce(node, address, "latest", signal), readNonce(node, address, "pending", signal)]);
        }, signal),
      );
      return {
        included: highest(readings.map(([included]) => included)),
        pending: highest(readings.flat()),
        answered: readings.length,
        asked: nodes.size,
      };
    },
    ...judgeByEvery(nodes, readHead, async (node, transfer, confirmations, signal) => {
      await assertChain(node, config.chainId, signal);
      return judgeConfirmability(node, transfer, confirmations, signal);
    }),
  };
}
