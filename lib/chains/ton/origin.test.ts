import { Address, beginCell } from "@ton/core";
import { beforeEach, describe, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { findOwnExcess } from "@/lib/chains/ton/origin";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions, type TonTransaction } from "@/lib/chains/ton/transactions";

const TRANSFER = 0x0f8a7ea5;
const ARRIVAL = 0x178d4519;
const EXCESS = 0xd53276db;
const FLOOD = 400;

let named = 0;
const newBytes = () => {
  named += 1;
  return Buffer.from(`${named}`.padStart(64, "0"), "hex");
};
const newHash = () => newBytes().toString("base64");
const newAccount = () => new Address(0, newBytes()).toRawString();

type Message = { readonly hash: string; readonly source: string | null; readonly destination: string };
const message = (source: string | null, destination: string, operation: number) => ({
  hash: newHash(),
  source,
  destination,
  value: "1",
  message_content: { body: beginCell().storeUint(operation, 32).endCell().toBoc().toString("base64") },
});
const transaction = (account: string, incoming: Message, outgoing: readonly Message[]) => ({
  account,
  hash: newHash(),
  lt: "1",
  prev_trans_lt: "0",
  mc_block_seqno: 5,
  total_fees: "0",
  description: { aborted: false, compute_ph: { success: true }, action: { success: true } },
  in_msg: incoming,
  out_msgs: outgoing,
});

/** A node with some transactions that counts its requests. */
let ledger: ReturnType<typeof transaction>[] = [];
let asked: number[] = [];
let answers: (hashes: readonly string[]) => readonly string[];
let node: TonNode;
beforeEach(() => {
  [ledger, asked] = [[], []];
  answers = (hashes) => hashes;
  node = {
    name: "played",
    async get(_path, query) {
      const hashes = [query["msg_hash"] ?? []].flat().map(String);
      asked.push(hashes.length);
      const wanted = answers(hashes).map((hash) => Buffer.from(hash, "hex").toString("base64"));
      return { transactions: ledger.filter(({ out_msgs }) => out_msgs.some(({ hash }) => wanted.includes(hash))) };
    },
    post: () => Promise.reject(new Error("nothing is sent")),
  };
});

const decoded = async (raw: ReturnType<typeof transaction>): Promise<TonTransaction> => {
  const nodeOfOne: TonNode = { ...node, get: async () => ({ transactions: [raw] }) };
  const [one] = await readTransactions(nodeOfOne, "", {}, never());
  return one ?? expect.fail("it was told");
};

/** The excess of a token transfer that the account started. */
async function ownExcess(owner: string): Promise<TonTransaction> {
  const [ours, theirs] = [newAccount(), newAccount()];
  const transfer = message(owner, ours, TRANSFER);
  const arrival = message(ours, theirs, ARRIVAL);
  const excess = message(theirs, owner, EXCESS);
  ledger.push(
    transaction(owner, message(null, owner, 0), [transfer]),
    transaction(ours, transfer, [arrival]),
    transaction(theirs, arrival, [excess]),
  );
  return decoded(transaction(owner, excess, []));
}

/** A third party's imitation of it, behind the given number of contracts. */
async function forged(owner: string, depth: number): Promise<TonTransaction> {
  let incoming = message(null, newAccount(), 0);
  for (let step = 0; step < depth; step += 1) {
    const next = message(incoming.destination, newAccount(), ARRIVAL);
    ledger.push(transaction(incoming.destination, incoming, [next]));
    incoming = next;
  }
  const excess = message(incoming.destination, owner, EXCESS);
  ledger.push(transaction(incoming.destination, incoming, [excess]));
  return decoded(transaction(owner, excess, []));
}

const flood = (owner: string, depth: number) => Promise.all(Array.from({ length: FLOOD }, () => forged(owner, depth)));

describe("the excess of our own transfers", () => {
  it.each([0, 1, 5])(
    "is distinguished from a flood of forged ones, %i contracts deep, with few requests and cached verdicts",
    async (depth) => {
      const owner = newAccount();
      const own = await ownExcess(owner);
      const arrived = [...(await flood(owner, depth)), own];
      expect(await findOwnExcess(node, arrived, never())).toEqual(new Set([own.hash]));
      expect(asked.length).toBeLessThanOrEqual(9 * (depth + 1) + 2);
      asked = [];
      expect(await findOwnExcess(node, arrived, never())).toEqual(new Set([own.hash]));
      expect(asked).toEqual([]);
    },
  );

  it("is found with a node that answers one message at a time, and with one whose answer would be too large", async () => {
    const owner = newAccount();
    const own = await ownExcess(owner);
    const arrived = [...(await Promise.all([forged(owner, 2), forged(owner, 0)])), own];
    answers = (hashes) => hashes.slice(0, 1);
    expect(await findOwnExcess(node, arrived, never())).toEqual(new Set([own.hash]));
    answers = (hashes) => {
      if (hashes.length > 1) throw new AnswerTooLargeError("more than is taken in");
      return hashes;
    };
    expect(await findOwnExcess({ ...node }, arrived, never())).toEqual(new Set([own.hash]));
  });

  it("resumes where a node failed instead of starting over", async () => {
    const owner = newAccount();
    const own = await ownExcess(owner);
    const arrived = [...(await flood(owner, 0)), own];
    answers = (hashes) => {
      if (asked.length > 6) throw new Error("too many questions");
      return hashes;
    };
    await expect(findOwnExcess(node, arrived, never())).rejects.toThrow("too many questions");
    asked = [];
    expect(await findOwnExcess(node, arrived, never())).toEqual(new Set([own.hash]));
  });
});
