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
 * The same address on every network that has it, which includes every public network of the catalog
 * (https://www.multicall3.com/deployments).
 */
const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

/**
 * Addresses per request: some 100 kB to the contract and 2 million gas, of which nodes allow tens
 * of millions; a batch counts as one call per address with hosted services.
 */
const AT_ONCE = { contract: 250, batch: 50 } as const;

/** A network may deploy the contract, and a service plan may change. */
const REFUSAL_KEPT_MS = 60 * 60_000;

/**
 * The methods that a node refuses, and until when: in this process only, one entry per node and
 * method.
 */
export type BalanceRefusals = Map<string, number>;

/**
 * Returns the native balances of many addresses at a height, in their order and in base units: in
 * one contract call where the network has the contract, otherwise in batches, or one by one where a
 * node refuses batches. A refused method is tried again after an hour.
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
 * A refusal is cached only once the node has answered by another method: until then it may simply
 * lack the state of that height.
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

/** Returns null where the contract does not exist, or did not exist at that height. */
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
    // A node that does not answer becomes unhealthy; one that answered otherwise is queried by
    // another method.
    if (error instanceof NodeAnswerError || isUndecodable(error)) return null;
    throw error;
  }
}

function isUndecodable(error: unknown): boolean {
  return (
    error instanceof Error && /^(AbiDecoding|PositionOutOfBounds|the node sent no)/.test(error.name + error.message)
  );
}

/** Returns null where the node refuses batches. */
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
