import type { AddressFamily } from "@/lib/chains/address-family";
import type { ChainShape } from "@/lib/chains/contract/shape";
import type { AssetDescription } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import type { ScriptedChain } from "@/lib/chains/scripted/scripted-chain";
import type { ScriptedBlock, ScriptedTransaction } from "@/lib/chains/scripted/scripted-transaction";

/** A node's faults; tests may change the fields at any time. */
export type ScriptedFaults = {
  /** Every call fails while set. */
  error: Error | null;
  /** Calls that still fail before the node recovers. */
  failures: number;
  /** Each call takes this long, or until its signal fires. */
  latencyMs: number;
  /** Hides its newest blocks. */
  lagBlocks: number;
  /** Denies having seen these transactions, in blocks and in the mempool. */
  readonly hiddenIds: Set<string>;
  /**
   * False outcomes that it reports for these transactions: that they failed or succeeded, or had
   * another cost.
   */
  readonly toldOutcomes: Map<string, Partial<Pick<ScriptedTransaction, "fails" | "feeUnits">>>;
  /** Other hashes for these heights, like those of a node on another branch. */
  readonly forgedHashes: Map<number, string>;
  /** Addresses that it reports as contracts; all others are accounts. */
  readonly contracts: Set<string>;
  /** Descriptions that it reports for these contracts in place of the chain's tokens. */
  readonly toldTokens: Map<string, AssetDescription>;
  /** Rejects wider block ranges. */
  rangeMax: number | null;
  /**
   * `take-and-fail`: accepts the transaction, then answers an error. `lose`: reports success and
   * drops it.
   */
  onSubmit: "take" | "take-and-fail" | "lose";
};

/** One node of the scripted chain. */
export type ScriptedNode = {
  readonly name: string;
  readonly faults: ScriptedFaults;
  readonly genesisHash: (signal: AbortSignal) => Promise<string>;
  readonly blocks: (signal: AbortSignal) => Promise<readonly ScriptedBlock[]>;
  readonly range: (from: number, to: number, signal: AbortSignal) => Promise<readonly ScriptedBlock[]>;
  readonly mempool: (signal: AbortSignal) => Promise<readonly ScriptedTransaction[]>;
  readonly submit: (transaction: ScriptedTransaction, signal: AbortSignal) => Promise<void>;
};

/** The node rejected the range for its size. */
export class RangeRefusedError extends Error {
  override readonly name = "RangeRefusedError";
}

export function createScriptedNode(chain: ScriptedChain, name: string): ScriptedNode {
  const faults: ScriptedFaults = {
    error: null,
    failures: 0,
    latencyMs: 0,
    lagBlocks: 0,
    hiddenIds: new Set(),
    toldOutcomes: new Map(),
    forgedHashes: new Map(),
    contracts: new Set(),
    toldTokens: new Map(),
    rangeMax: null,
    onSubmit: "take",
  };
  const shown = (): readonly ScriptedBlock[] => {
    const blocks = chain.blocks();
    return blocks.slice(0, Math.max(1, blocks.length - faults.lagBlocks)).map((block) => distort(block, faults));
  };
  const answer = async <Result>(signal: AbortSignal, read: () => Result): Promise<Result> => {
    await suffer(faults, signal);
    return read();
  };
  return {
    name,
    faults,
    genesisHash: (signal) => answer(signal, () => first(shown()).reference.hash),
    blocks: (signal) => answer(signal, shown),
    range: (from, to, signal) =>
      answer(signal, () => {
        if (faults.rangeMax !== null && to - from >= faults.rangeMax) throw new RangeRefusedError("range too wide");
        const found = shown().slice(from, to + 1);
        if (found.length < to - from + 1) throw new ChainInconsistentError(`${name} lacks blocks up to ${to}`);
        return found;
      }),
    mempool: (signal) => answer(signal, () => chain.mempool().filter(({ id }) => !faults.hiddenIds.has(id))),
    submit: (transaction, signal) =>
      answer(signal, () => {
        if (faults.onSubmit === "lose") return;
        chain.submit(transaction);
        if (faults.onSubmit === "take-and-fail") throw new Error(`${name} took it and broke`);
      }),
  };
}

async function suffer(faults: ScriptedFaults, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (faults.latencyMs > 0) await pause(faults.latencyMs, signal);
  if (faults.failures > 0) {
    faults.failures -= 1;
    throw new Error("the node failed");
  }
  if (faults.error !== null) throw faults.error;
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Returns the newest block that this node shows. */
export async function readScriptedHead(node: ScriptedNode, signal: AbortSignal): Promise<BlockReference> {
  const head = (await node.blocks(signal)).at(-1);
  if (head === undefined) throw new Error("a chain has a genesis block");
  return head.reference;
}

function distort(block: ScriptedBlock, { hiddenIds, toldOutcomes, forgedHashes }: ScriptedFaults): ScriptedBlock {
  const { reference, transactions } = block;
  const hash = forgedHashes.get(reference.height) ?? reference.hash;
  const parentHash = forgedHashes.get(reference.height - 1) ?? reference.parentHash;
  return {
    reference: { ...reference, hash, parentHash },
    transactions: transactions
      .filter(({ id }) => !hiddenIds.has(id))
      .map((transaction) => ({ ...transaction, ...toldOutcomes.get(transaction.id) })),
  };
}

function first(blocks: readonly ScriptedBlock[]): ScriptedBlock {
  const [genesis] = blocks;
  if (genesis === undefined) throw new Error("a chain has a genesis block");
  return genesis;
}

/** Settings of a scripted chain, chosen by the test. */
export type ScriptedDriverConfig = {
  readonly network: string;
  readonly family: AddressFamily;
  readonly shape: ChainShape;
  /** Nodes of one chain, preferred first; the test controls their faults. */
  readonly nodes: readonly ScriptedNode[];
  /** Null accepts whatever chain the nodes show. */
  readonly genesisHash: string | null;
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** By contract text. Tokens left out can still be transferred, but have no description. */
  readonly tokens: ReadonlyMap<string, { readonly symbol: string; readonly decimals: number }>;
  /** Makes the chain use addresses of a real family instead of the scripted ones. */
  readonly parseAddress?: (text: string) => string | null;
};
