import { createHash } from "node:crypto";
import {
  binToHex,
  createVirtualMachineBCH,
  decodeTransactionBCH,
  encodeTransactionBCH,
  hexToBin,
  type Output,
  type TransactionBCH,
} from "@bitauth/libauth";

type Block = { readonly hash: string; readonly height: number; readonly time: number; readonly ids: readonly string[] };
type Entry = { readonly raw: Uint8Array; readonly transaction: TransactionBCH; blockHash: string | null };
type Payment = { readonly scriptHex: string; readonly units: bigint };

/** A refusal with the code and the message of the Bitcoin Cash node. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const REJECTED = -26;
const MISSING = -25;

/**
 * Blocks and coins of Bitcoin Cash in memory, where libauth's virtual machine verifies every input
 * under that network's consensus and relay rules: no other available program supports its
 * signatures. It has no proof of work, no fees beyond the minimum, and issues coins at will.
 */
export type BchChain = ReturnType<typeof createBchChain>;

export function createBchChain() {
  const machine = createVirtualMachineBCH(true);
  const blocks: Block[] = [];
  const entries = new Map<string, Entry>();
  let issued = 0;

  const append = (ids: readonly string[]) => {
    const height = blocks.length;
    const hash = doubleHash(Buffer.from(`${blocks.at(-1)?.hash ?? ""} ${height} ${ids.join(" ")}`));
    blocks.push({ hash, height, time: Math.floor(Date.now() / 1_000), ids });
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry !== undefined) entry.blockHash = hash;
    }
  };
  const spender = (name: string, withMempool: boolean) =>
    [...entries.values()].find(
      ({ transaction, blockHash }) =>
        (withMempool || blockHash !== null) && transaction.inputs.some((input) => nameOf(input) === name),
    );
  const unspent = (id: string, index: number, withMempool: boolean): Output | null => {
    const entry = entries.get(id);
    if (entry === undefined || (entry.blockHash === null && !withMempool)) return null;
    return spender(`${id}:${index}`, withMempool) === undefined ? (entry.transaction.outputs[index] ?? null) : null;
  };
  const store = (raw: Uint8Array, transaction: TransactionBCH): string => {
    const id = doubleHash(raw);
    entries.set(id, { raw, transaction, blockHash: null });
    return id;
  };
  append([]);
  return {
    blocks: () => blocks as readonly Block[],
    entry: (id: string) => entries.get(id) ?? null,
    waiting: () => [...entries].flatMap(([id, { blockHash }]) => (blockHash === null ? [id] : [])),
    unspent,
    /** All confirmed coins of a script. */
    heldBy: (scriptHex: string) =>
      [...entries].reduce((sum, [id, { transaction }]) => {
        const own = transaction.outputs.filter(
          ({ lockingBytecode }, index) => binToHex(lockingBytecode) === scriptHex && unspent(id, index, false) !== null,
        );
        return own.reduce((total, { valueSatoshis }) => total + valueSatoshis, sum);
      }, 0n),
    /** Issues new coins in the next block. */
    issue(payments: readonly Payment[]): string {
      issued += 1;
      const transaction = {
        version: 2,
        locktime: 0,
        inputs: [
          {
            outpointTransactionHash: Uint8Array.from(createHash("sha256").update(`issue ${issued}`).digest()),
            outpointIndex: 0,
            sequenceNumber: 0xffff_ffff,
            unlockingBytecode: new Uint8Array(),
          },
        ],
        outputs: payments.map(({ scriptHex, units }) => ({
          lockingBytecode: hexToBin(scriptHex),
          valueSatoshis: units,
        })),
      };
      return store(encodeTransactionBCH(transaction), transaction);
    },
    /**
     * Accepts it into the mempool. @throws Refusal when an input does not exist or is not unlocked
     * by the rules of the network
     */
    submit(rawHex: string): string {
      const raw = hexToBin(rawHex);
      const transaction = decodeTransactionBCH(raw);
      if (typeof transaction === "string") throw new Refusal(-22, `TX decode failed: ${transaction}`);
      if (entries.has(doubleHash(raw))) throw new Refusal(MISSING, "txn-already-in-mempool");
      const sourceOutputs = transaction.inputs.map((input) => {
        const id = binToHex(input.outpointTransactionHash);
        const found = unspent(id, input.outpointIndex, false) ?? unspent(id, input.outpointIndex, true);
        if (found === null) throw new Refusal(MISSING, "Missing inputs");
        if (spender(nameOf(input), true) !== undefined) throw new Refusal(REJECTED, "txn-mempool-conflict");
        return found;
      });
      const fee = sum(sourceOutputs) - sum(transaction.outputs);
      if (fee < BigInt(raw.length)) throw new Refusal(REJECTED, "min relay fee not met");
      const verdict = machine.verify({ sourceOutputs, transaction });
      if (verdict !== true) throw new Refusal(REJECTED, `mandatory-script-verify-flag-failed (${verdict})`);
      return store(raw, transaction);
    },
    mine(count: number): void {
      for (let mined = 0; mined < count; mined += 1) {
        append([...entries].flatMap(([id, { blockHash }]) => (blockHash === null ? [id] : [])));
      }
    },
  };
}

function sum(outputs: readonly Output[]): bigint {
  return outputs.reduce((total, { valueSatoshis }) => total + valueSatoshis, 0n);
}

function nameOf({ outpointTransactionHash, outpointIndex }: TransactionBCH["inputs"][number]): string {
  return `${binToHex(outpointTransactionHash)}:${outpointIndex}`;
}

/** In the reversed order in which ids are written. */
function doubleHash(bytes: Uint8Array): string {
  const once = createHash("sha256").update(bytes).digest();
  return createHash("sha256").update(once).digest().reverse().toString("hex");
}
