import { stringify } from "lossless-json";
import { readFakeAnswer } from "@/lib/chains/testing/fake-answer";
import { type Fields, readAnswer, type TronNode, toNumber, validateAnswer } from "@/lib/chains/tron/http-node";

/** What a played node answers to each question; bigints become numbers of any size on the wire. */
export type Answers = Readonly<Record<string, (question: Fields) => unknown>>;

export type FakeNode = TronNode & {
  /** What was asked so far, with the question's own words. */
  readonly asked: readonly string[];
};

/**
 * A node of one's own words, read as if they had come over the wire. A question without an answer
 * is a failure of it.
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

/** 32 bytes with the height in front, as the chain writes them. */
export function fakeHash(height: number, branch = "a"): string {
  return `${height.toString(16).padStart(16, "0")}${branch.repeat(48)}`;
}

/** A block every three seconds. */
export function fakeBlock(height: number, transactions: readonly unknown[] = [], branch = "a") {
  return {
    blockID: fakeHash(height, branch),
    block_header: {
      raw_data: {
        // The node leaves zeros out.
        ...(height === 0 ? {} : { number: BigInt(height) }),
        parentHash: fakeHash(Math.max(height - 1, 0)),
        timestamp: GENESIS_AT_MS + 3_000n * BigInt(height),
      },
    },
    ...(transactions.length === 0 ? {} : { transactions }),
  };
}

/**
 * Block 0 as java-tron makes it: the first accounts' money comes from 23 bytes of text that are no
 * address, one of them is given less than nothing, and nothing has a result.
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

/** When the played block of the height was made. */
export function fakeTime(height: number): bigint {
  return GENESIS_AT_MS + 3_000n * BigInt(height);
}

/** A transaction as blocks hold it. */
export function fakeTransaction(id: string, type: string, value: Fields, contractRet = "SUCCESS") {
  const parameter = { value, type_url: `type.googleapis.com/protocol.${type}` };
  return { txID: id, raw_data: { contract: [{ parameter, type }] }, ret: [{ contractRet }] };
}
