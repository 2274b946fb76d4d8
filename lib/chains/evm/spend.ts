import { readBalance } from "@/lib/chains/evm/accounts";
import { toHex } from "@/lib/chains/evm/blocks";
import { sendToNode } from "@/lib/chains/evm/broadcast";
import { assembleSigned, buildUnsigned, callOf, toCall } from "@/lib/chains/evm/build";
import type { EvmDriverConfig } from "@/lib/chains/evm/config";
import { judgeConfirmability, readNonce } from "@/lib/chains/evm/confirmability";
import { bytes } from "@/lib/chains/evm/decode";
import { transferReturnedFalse } from "@/lib/chains/evm/erc20";
import { asksMore, parseTerms, readFeeEstimate } from "@/lib/chains/evm/fees";
import { toRpcCall } from "@/lib/chains/evm/gas";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { Failover } from "@/lib/chains/failover";
import { highest } from "@/lib/chains/highest";
import { mostCareful } from "@/lib/chains/most-careful";
import type { ChainSpending, Confirmability, Simulation, UnsignedTransfer } from "@/lib/chains/spending";
import { answersOf, bestOutcome, messageOf } from "@/lib/chains/statements";

/** The money-out half of the EVM driver. */
export function createEvmSpending(config: EvmDriverConfig, nodes: Failover<EvmNode>): ChainSpending {
  return {
    estimateFee: ({ request, priority, replaces }, signal) => {
      const call = toCall(request);
      return nodes.call((node) => readFeeEstimate(node, config.chainId, { call, priority, replaces }, signal), signal);
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
        await nodes.each(
          (node) =>
            Promise.all([readNonce(node, address, "latest", signal), readNonce(node, address, "pending", signal)]),
          signal,
        ),
      );
      return {
        included: highest(readings.map(([included]) => included)),
        pending: highest(readings.flat()),
        answered: readings.length,
        asked: nodes.size,
      };
    },
    async canStillConfirm(transfer, confirmations, signal): Promise<Confirmability> {
      const verdicts = answersOf(
        await nodes.each((node) => judgeConfirmability(node, transfer, confirmations, signal), signal),
      );
      return mostCareful(verdicts) ?? { verdict: "unproven", reason: "no node answered" };
    },
  };
}

/** A call does not check that the sender can pay for gas, so the balance is compared as well. */
async function simulate(node: EvmNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const call = callOf(unsigned);
  const balance = await readBalance(node, call.from, { kind: "native" }, null, signal);
  const needed = call.value + unsigned.fee.maximumUnits;
  if (balance < needed) {
    return { succeeds: false, reason: `${call.from} holds ${balance} of ${needed} native units`, lacksFee: true };
  }
  try {
    // With its own gas limit: the fee may have been estimated for another destination.
    const limited = { ...toRpcCall(call), gas: toHex(parseTerms(unsigned.fee.terms).gas) };
    const returned = bytes(await node.request("eth_call", [limited, "latest"], signal));
    return transferReturnedFalse(returned)
      ? { succeeds: false, reason: "the token answered false", lacksFee: false }
      : { succeeds: true };
  } catch (error) {
    if (isChainsRefusal(error)) return { succeeds: false, reason: ownWords(error), lacksFee: false };
    throw error;
  }
}

/** What execution itself ended in, as geth, Nethermind, Erigon, Besu, Reth and anvil say it. */
const EXECUTION_ENDED =
  /revert|invalid opcode|bad instruction|invalid jump|out ?of ?gas|stack (under|over)flow|intrinsic gas|gas required exceeds|evm error|vm exception/i;

/** Everything else that a node says instead of an answer (too many requests, no such header, missing state) is about the node. */
function isChainsRefusal(error: unknown): error is NodeAnswerError {
  if (!(error instanceof NodeAnswerError)) return false;
  const isRevertData = typeof error.data === "string" && /^0x[0-9a-f]{8,}$/i.test(error.data);
  return isRevertData || EXECUTION_ENDED.test(messageOf(error));
}

/** What the chain said, without the node's name: merchants read it. */
function ownWords(error: NodeAnswerError): string {
  return messageOf(error).replace(/^\S+ eth_call: /, "");
}
