import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from "viem";
import { readBalance } from "@/lib/chains/evm/accounts";
import { toHex } from "@/lib/chains/evm/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/evm/config";
import { bytes, quantity } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { Failover } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/limits";
import { chunk } from "@/lib/kernel/chunk";

/**
 * At the same address wherever it is, which is on every public network of the catalog
 * (https://www.multicall3.com/deployments).
 */
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

/**
 * Of one question: some 100 kB to the contract and 2 million gas, of which nodes allow tens; a
 * batch counts as so many calls with services.
 */
const AT_ONCE = { contract: 250, batch: 50 } as const;

/** A network may get the contract, and a plan may be changed. */
const REFUSAL_KEPT_MS = 60 * 60_000;

/**
 * Which nodes do not answer in which way, until when: in this process only, one entry a node and
 * way.
 */
export type BalanceRefusals = Map<string, number>;

/**
 * What many addresses hold of the native coin at a height, in their order and in base units: by a
 * contract that asks for all of them in one call where the network has it, else by batches, and one
 * by one where a node takes none. An hour later each way is tried again.
 *
 * @throws ChainInconsistentError when no node has the state of that height
 */
export async function readBalances(
  nodes: Failover<EvmNode>,
  refusals: BalanceRefusals,
  { addresses, height }: { readonly addresses: readonly string[]; readonly height: number },
  signal: AbortSignal,
): Promise<readonly bigint[]> {
  const balances: bigint[] = [];
  for (const part of chunk(addresses, AT_ONCE.contract)) {
    balances.push(
      ...(await nodes.call((node) => readPart(node, refusals, { addresses: part, height }, signal), signal)),
    );
  }
  return balances;
}

type BalanceQuery = { readonly addresses: readonly string[]; readonly height: number };

/**
 * What a node refuses is remembered once it has answered in another way: till then it may have no
 * state of that height at all.
 */
async function readPart(
  node: EvmNode,
  refusals: BalanceRefusals,
  asked: BalanceQuery,
  signal: AbortSignal,
): Promise<readonly bigint[]> {
  const refused: string[] = [];
  for (const [way, read] of WAYS) {
    const key = `${node.name} ${way}`;
    if ((refusals.get(key) ?? 0) > Date.now()) continue;
    const balances = await read(node, asked, signal);
    if (balances !== null) return remember(refusals, refused, balances);
    refused.push(key);
  }
  return remember(refusals, refused, await oneByOne(node, asked, signal));
}

function remember<Answer>(refusals: BalanceRefusals, refused: readonly string[], answer: Answer): Answer {
  for (const key of refused) refusals.set(key, Date.now() + REFUSAL_KEPT_MS);
  return answer;
}

/** Null where the contract is not there, or was not at that height. */
async function byContract(
  node: EvmNode,
  { addresses, height }: BalanceQuery,
  signal: AbortSignal,
): Promise<readonly bigint[] | null> {
  const calls = addresses.map((address) => {
    const args = [address as `0x${string}`] as const;
    const callData = encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args });
    return { target: MULTICALL3, allowFailure: false, callData } as const;
  });
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  try {
    const answer = bytes(await node.request("eth_call", [{ to: MULTICALL3, data }, toHex(height)], signal));
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer });
    const balances = results.map(({ returnData }) => quantity(returnData));
    return balances.length === addresses.length ? balances : null;
  } catch (error) {
    signal.throwIfAborted();
    // A node that is silent is set aside; one that has said something else is asked in another way.
    if (error instanceof NodeAnswerError || isUndecodable(error)) return null;
    throw error;
  }
}

function isUndecodable(error: unknown): boolean {
  return (
    error instanceof Error && /^(AbiDecoding|PositionOutOfBounds|the node sent no)/.test(error.name + error.message)
  );
}

/** Null where the node takes no batches. */
async function byBatches(
  node: EvmNode,
  { addresses, height }: BalanceQuery,
  signal: AbortSignal,
): Promise<readonly bigint[] | null> {
  try {
    const parts = await mapLimited(chunk(addresses, AT_ONCE.batch), PARALLEL_REQUESTS, (part) => {
      const all = part.map((address) => [address, toHex(height)]);
      return node.requestAll("eth_getBalance", all, signal);
    });
    return parts.flat().map(quantity);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

const WAYS = [
  ["contract", byContract],
  ["batch", byBatches],
] as const;

function oneByOne(node: EvmNode, { addresses, height }: BalanceQuery, signal: AbortSignal): Promise<readonly bigint[]> {
  return mapLimited(addresses, PARALLEL_REQUESTS, (address) =>
    readBalance(node, address, { kind: "native" }, height, signal),
  );
}
