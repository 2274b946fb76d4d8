import { stringify } from "lossless-json";
import { readFakeAnswer } from "@/lib/chains/testing/fake-answer";
import { type Fields, readAnswer, type TronNode, toNumber, validateAnswer } from "@/lib/chains/tron/http-node";

/** The fake node's answer to each call; bigints become numbers of any size on the wire. */
export type Answers = Readonly<Record<string, (question: Fields) => unknown>>;

export type FakeNode = TronNode & {
  /** The calls so far, with their parameters. */
  readonly asked: readonly string[];
};

/**
 * Creates a node with scripted answers, read as if they had come over the wire. A call without an
 * answer fails.
 */
export function createFakeNode(answers: Answers, name = "played"): FakeNode {
  const asked: string[] = [];
  return {
    name,
    asked,
    async ask(path, question, _signal, reading) {
      asked.push(`${path} ${JSON.stringify(question)}`);
      const answer = answers[path];
      if (answer === undefined) return readAnswer(`${name} ${path}`, path, 404, "");
      return validateAnswer(
        `${name} ${path}`,
        await readFakeAnswer(stringify(answer(question)) ?? "", toNumber, reading),
      );
    },
  };
}

const GENESIS_AT_MS = 1_800_000_000_000n;

/** Returns 32 bytes with the height in front, as the chain writes them. */
export function fakeHash(height: number, branch = "a"): string {
  return `${height.toString(16).padStart(16, "0")}${branch.repeat(48)}`;
}

/** Returns a block; there is one every three seconds. */
export function fakeBlock(height: number, transactions: readonly unknown[] = [], branch = "a") {
  return {
    blockID: fakeHash(height, branch),
    block_header: {
      raw_data: {
        // The node omits zeros.
        ...(height === 0 ? {} : { number: BigInt(height) }),
        parentHash: fakeHash(Math.max(height - 1, 0)),
        timestamp: GENESIS_AT_MS + 3_000n * BigInt(height),
      },
    },
    ...(transactions.length === 0 ? {} : { transactions }),
  };
}

/**
 * Block 0 as java-tron creates it: the first accounts' money comes from 23 bytes of text that are
 * not an address, one of them is given a negative amount, and nothing has a result.
 */
export function fakeGenesis() {
  const owner_address = Buffer.from("0x000000000000000000000", "ascii").toString("hex");
  const give = (to_address: string, amount: bigint) => {
    const value = { amount, owner_address, to_address };
    const parameter = { value, type_url: "type.googleapis.com/protocol.TransferContract" };
    return { txID: to_address.padEnd(64, "0"), raw_data: { contract: [{ parameter, type: "TransferContract" }] } };
  };
  return fakeBlock(0, [
    give("4174472e7d35395a6b5add427eecb7f4b62ad2b071", 99_000_000_000_000_000n),
    give("4177944d19c052b73ee2286823aa83f8138cb7032f", -(2n ** 63n)),
  ]);
}

/** Returns the time of the fake block at the height. */
export function fakeTime(height: number): bigint {
  return GENESIS_AT_MS + 3_000n * BigInt(height);
}

/** Returns a transaction in the form of blocks. */
export function fakeTransaction(id: string, type: string, value: Fields, contractRet = "SUCCESS") {
  const parameter = { value, type_url: `type.googleapis.com/protocol.${type}` };
  return { txID: id, raw_data: { contract: [{ parameter, type }] }, ret: [{ contractRet }] };
}
