import { bytesToHex, decodeFunctionResult, encodeFunctionData, parseAbi } from "viem";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { evaluateAcrossNodes } from "@/lib/chains/every-node";
import { assertChain, readHead } from "@/lib/chains/evm/blocks";
import { assembleSigned, buildUnsigned, serializedOf, toCall } from "@/lib/chains/evm/build";
import type { EvmDriverConfig } from "@/lib/chains/evm/config";
import { bytes, hash } from "@/lib/chains/evm/decode";
import { asksMore, readFeeEstimate } from "@/lib/chains/evm/fees";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import { simulate } from "@/lib/chains/evm/simulate";
import { evaluateConfirmability, readNonce, readTransactionStatus } from "@/lib/chains/evm/transactions";
import type { Failover } from "@/lib/chains/failover";
import type {
  BroadcastOutcome,
  ChainSpending,
  FeeEstimate,
  SignedTransfer,
  UnsignedTransfer,
} from "@/lib/chains/spending";
import { answersOf, bestOutcome, highest, messageOf } from "@/lib/chains/statements";

/**
 * Predeployed on every OP Stack chain since the Bedrock upgrade; it prices the bytes of an unsigned
 * transaction, including its signature.
 */
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";
const ORACLE_ABI = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);

/**
 * The transaction cannot cap its data fee: it costs whatever Ethereum's prices are when it is
 * included. They rise by at most an eighth per Ethereum block: tenfold takes some twenty blocks,
 * four minutes, and a transaction pending longer is replaced at the prices of that time.
 */
const ROOM_TIMES = 10n;
/**
 * In wei, a cent or two: while data costs next to nothing, its price may be a hundred times higher
 * after an hour without sends.
 */
const ROOM_LEAST = 5_000_000_000_000n;

/**
 * Adds the network's fee for publishing the transaction's bytes on Ethereum: to the expected fee,
 * and with headroom to the maximum, which is reserved in the ledger and on the sending address.
 */
async function addDataFee(
  node: EvmNode,
  { mayLackDataFee }: Pick<EvmDriverConfig, "mayLackDataFee">,
  fee: FeeEstimate,
  unsigned: UnsignedTransfer,
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const data = encodeFunctionData({ abi: ORACLE_ABI, functionName: "getL1Fee", args: [serializedOf(unsigned)] });
  const answer = bytes(await node.request("eth_call", [{ to: GAS_PRICE_ORACLE, data }, "latest"], signal));
  if (answer === "0x" && mayLackDataFee === true) return fee;
  const units = decodeFunctionResult({ abi: ORACLE_ABI, functionName: "getL1Fee", data: answer });
  const risen = units * ROOM_TIMES;
  const most = risen > units + ROOM_LEAST ? risen : units + ROOM_LEAST;
  return { ...fee, expectedUnits: fee.expectedUnits + units, maximumUnits: fee.maximumUnits + most };
}

/**
 * Geth, Nethermind, Erigon, Besu, Reth and anvil word their refusals differently and share no
 * codes. First match wins; the message only determines the reason, never whether the transaction is
 * known.
 */
const REFUSALS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/replacement|could not replace|fee too low to compete/i, "conflict"],
  [/nonce.{0,20}too low|old ?nonce|nonce has already been used/i, "spent"],
  [/nonce.{0,20}too high|nonce gap|future nonce/i, "gap"],
  [/insufficient|lacks? funds|upfront cost/i, "funds"],
  [/underpriced|fee.{0,40}(less than|too low|below)|fee ?cap|gas price below|tip.{0,20}low/i, "fee"],
];

/**
 * Sends to this one node. A refusal is believed only after a lookup of the transaction's own hash:
 * anvil answers "nonce too low" to a copy of a mined transaction.
 */
async function sendToNode(node: EvmNode, signed: SignedTransfer, signal: AbortSignal): Promise<BroadcastOutcome> {
  try {
    const answer = await node.request("eth_sendRawTransaction", [bytesToHex(signed.raw)], signal);
    if (hash(answer) !== signed.transactionId) {
      throw new Error(`${node.name} answered with another transaction: ${String(answer)}`);
    }
    return "accepted";
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    const status = await readTransactionStatus(node, signed.transactionId, signal);
    if (status.state === "included") return "already-included";
    if (status.state === "pending") return "already-known";
    throw new TransactionRefusedError(reasonOf(error.message), messageOf(error), { cause: error });
  }
}

/** Exported for its table test. */
export function reasonOf(message: string): RefusalReason {
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? "invalid";
}

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
    ...evaluateAcrossNodes(nodes, readHead, async (node, transfer, confirmations, signal) => {
      await assertChain(node, config.chainId, signal);
      return evaluateConfirmability(node, transfer, confirmations, signal);
    }),
  };
}
