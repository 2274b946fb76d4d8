import { TransactionRefusedError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import {
  balanceIn,
  conflicts,
  idOf,
  type ScriptedBlock,
  type ScriptedTransaction,
} from "@/lib/chains/scripted/scripted-transaction";
import type { Spends } from "@/lib/chains/spending";

const GENESIS_AT_MS = Date.UTC(2026, 0, 1);
const BLOCK_MS = 10_000;

/** An in-memory chain that changes only by script: no timers, no randomness. */
export type ScriptedChain = {
  readonly blocks: () => readonly ScriptedBlock[];
  readonly mempool: () => readonly ScriptedTransaction[];
  /** Mines blocks; the first includes everything in the mempool that is still valid. */
  readonly mine: (count: number) => void;
  /**
   * Accepts the transaction into the mempool or throws TransactionRefusedError. Replaces
   * transactions that it outbids.
   */
  readonly submit: (transaction: ScriptedTransaction) => void;
  /**
   * Replaces the newest `depth` blocks; of their transactions only the named ones are included
   * again, in the last block.
   */
  readonly reorganise: (depth: number, reinclude: readonly string[]) => void;
  /** Drops an unconfirmed transaction, like a node with a full mempool. */
  readonly forget: (transactionId: string) => void;
};

/** `salt` changes the genesis block. */
export function createScriptedChain(salt = "scripted"): ScriptedChain {
  let blocks: readonly ScriptedBlock[] = [makeBlock(null, [], salt)];
  let mempool: readonly ScriptedTransaction[] = [];
  let branches = 0;

  const grow = (transactions: readonly ScriptedTransaction[]) => {
    blocks = [...blocks, makeBlock(blocks.at(-1)?.reference ?? null, transactions, `${salt}/${branches}`)];
  };
  return {
    blocks: () => blocks,
    mempool: () => mempool,
    mine(count) {
      for (let mined = 0; mined < count; mined += 1) {
        const next = blocks.length;
        const ready = inNonceOrder(
          mempool.filter((transaction) => !isExpired(transaction.spends, next)),
          blocks,
        );
        mempool = mempool.filter((transaction) => !ready.includes(transaction) && !isExpired(transaction.spends, next));
        grow(ready);
      }
    },
    submit(transaction) {
      const isSame = ({ id }: ScriptedTransaction) => id === transaction.id;
      // Every node relays what it accepts, so a copy may arrive through another one.
      if (mempool.some(isSame) || transactionsOf(blocks).some(isSame)) return;
      const rivals = mempool.filter((other) => conflicts(other.spends, transaction.spends));
      assertAcceptable(transaction, blocks, rivals);
      mempool = [...mempool.filter((other) => !rivals.includes(other)), transaction];
    },
    reorganise(depth, reinclude) {
      const removed = blocks.slice(-depth).flatMap(({ transactions }) => transactions);
      if (depth >= blocks.length) throw new RangeError("the genesis block cannot be replaced");
      blocks = blocks.slice(0, -depth);
      branches += 1;
      for (let height = 1; height < depth; height += 1) grow([]);
      grow(removed.filter(({ id }) => reinclude.includes(id)));
    },
    forget(transactionId) {
      mempool = mempool.filter(({ id }) => id !== transactionId);
    },
  };
}

/** Returns the next nonce of an account after these blocks. */
export function nonceIn(transactions: readonly ScriptedTransaction[], address: string): bigint {
  const used = transactions.filter(({ spends }) => spends?.kind === "nonce" && spends.address === address);
  return BigInt(used.length);
}

export function transactionsOf(blocks: readonly ScriptedBlock[]): readonly ScriptedTransaction[] {
  return blocks.flatMap(({ transactions }) => transactions);
}

function makeBlock(
  parent: BlockReference | null,
  transactions: readonly ScriptedTransaction[],
  salt: string,
): ScriptedBlock {
  const height = parent === null ? 0 : parent.height + 1;
  const parentHash = parent?.hash ?? "0".repeat(64);
  const hash = idOf([parentHash, height, salt, ...transactions.map(({ id }) => id)].join("|"));
  const time = new Date(GENESIS_AT_MS + height * BLOCK_MS);
  return { reference: { height, hash, parentHash, time }, transactions };
}

/**
 * Nonce transactions wait for the ones before them; the others are included in order of arrival.
 */
function inNonceOrder(
  waiting: readonly ScriptedTransaction[],
  blocks: readonly ScriptedBlock[],
): readonly ScriptedTransaction[] {
  const included = [...transactionsOf(blocks)];
  const chosen: ScriptedTransaction[] = [];
  for (let progress = true; progress; ) {
    const next = waiting.find((transaction) => !chosen.includes(transaction) && isNext(transaction.spends, included));
    progress = next !== undefined;
    if (next !== undefined) {
      chosen.push(next);
      included.push(next);
    }
  }
  return waiting.filter((transaction) => chosen.includes(transaction));
}

function isNext(spends: Spends | null, included: readonly ScriptedTransaction[]): boolean {
  return spends?.kind !== "nonce" || spends.nonce === nonceIn(included, spends.address);
}

function isExpired(spends: Spends | null, height: number): boolean {
  return spends?.kind === "expiring" && BigInt(height) > spends.validUntil;
}

function assertAcceptable(
  transaction: ScriptedTransaction,
  blocks: readonly ScriptedBlock[],
  rivals: readonly ScriptedTransaction[],
): void {
  const { spends, from, feeUnits } = transaction;
  const included = transactionsOf(blocks);
  const refuse = (reason: TransactionRefusedError["reason"], message: string): never => {
    throw new TransactionRefusedError(reason, message);
  };
  if (isExpired(spends, blocks.length)) refuse("expired", "its validity has passed");
  if (included.some((other) => conflicts(other.spends, spends))) refuse("spent", "already spent in a block");
  if (rivals.some((other) => other.feeUnits >= feeUnits)) refuse("conflict", "does not outbid what it conflicts with");
  if (from === null || spends?.kind === "coins") return;
  for (const { asset } of [{ asset: { kind: "native" as const } }, ...transaction.outputs]) {
    if (balanceIn([...included, transaction], from, asset) < 0n) refuse("funds", `${from} cannot pay`);
  }
}
