import { describe, expect, it } from "vitest";
import { evaluateConfirmability } from "@/lib/chains/tron/confirmability";
import type { Fields } from "@/lib/chains/tron/http-node";
import {
  type Answers,
  createFakeNode,
  fakeBlock,
  fakeTime,
  fakeTransaction,
} from "@/lib/chains/tron/testing/fake-node";

const signal = new AbortController().signal;
const ID = "ab".repeat(32);
const [OWNER, RECEIVER] = [
  "41dd791d6b49e190062d650e6a23c575510d35f2f9",
  "4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a",
] as const;
describe("whether a TRON transaction may still move money", () => {
  const transfer = { transactionId: ID, spends: { kind: "expiring" as const, validUntil: fakeTime(100) } };
  const WITNESS = "ee".repeat(32);
  const trx = (id: string) =>
    fakeTransaction(id, "TransferContract", { owner_address: OWNER, to_address: RECEIVER, amount: 5n });
  const judge = (
    head: number,
    final: number,
    changed: Answers = {},
    { confirmations = 20, isAlone = true }: { confirmations?: number; isAlone?: boolean } = {},
  ) => {
    const none = () => ({});
    const node = createFakeNode({
      "wallet/getnowblock": () => fakeBlock(head),
      "walletsolidity/getnowblock": () => fakeBlock(final),
      "wallet/getblockbynum": ({ num }) => fakeBlock(Number(num)),
      "wallet/gettransactionfrompending": none,
      "wallet/gettransactioninfobyid": none,
      "wallet/gettransactionbyid": none,
      "walletsolidity/gettransactioninfobyid": none,
      "walletsolidity/gettransactionbyid": none,
      ...changed,
    });
    return evaluateConfirmability(node, transfer, { confirmations, isAlone }, signal);
  };

  it("is dead only when a final block, deep enough, has reached its expiry", async () => {
    const dead = { verdict: "impossible", reason: "expired" };
    expect(await judge(99, 80)).toEqual({ verdict: "possible" });
    expect(await judge(118, 99)).toMatchObject({ verdict: "unproven" });
    expect(await judge(118, 100)).toMatchObject({ verdict: "unproven" });
    expect(await judge(119, 100)).toEqual(dead);
    expect(await judge(119, 99)).toMatchObject({ verdict: "unproven" });
    expect(await judge(101, 100, {}, { confirmations: 2 })).toEqual(dead);
  });

  it("is never dead while the node has it anywhere, or stores no results", async () => {
    const verdictWith = async (changed: Answers) => (await judge(200, 180, changed)).verdict;
    expect(await verdictWith({ "wallet/gettransactionfrompending": () => trx(ID) })).toBe("unproven");
    expect(await verdictWith({ "wallet/gettransactionbyid": () => trx(ID) })).toBe("unproven");
    expect(await verdictWith({ "walletsolidity/gettransactionbyid": () => trx(ID) })).toBe("unproven");
    const info = { id: ID, blockNumber: 99n, receipt: {} };
    const inFinalBlock = {
      "walletsolidity/gettransactioninfobyid": () => info,
      "walletsolidity/getblockbynum": () => fakeBlock(99, [trx(ID)]),
    };
    expect(await verdictWith(inFinalBlock)).toBe("included");
  });

  /**
   * A service of several machines: `at` is the only non-empty block, and `knows` decides what the
   * queried machine finds of it.
   */
  function service(at: number, knows: (path: string, isFirst: boolean) => boolean): Answers {
    const blockOf = ({ num }: Fields) => fakeBlock(Number(num), num === at ? [trx(WITNESS)] : []);
    const seen = new Set<string>();
    const told = (path: string, answer: Fields) => ({
      [path]: ({ value }: Fields) => {
        const isFirst = !seen.has(path);
        if (value === WITNESS) seen.add(path);
        return value === WITNESS && knows(path, isFirst) ? answer : {};
      },
    });
    const info = { id: WITNESS, blockNumber: BigInt(at), receipt: {} };
    return {
      "wallet/getblockbynum": blockOf,
      "walletsolidity/getblockbynum": blockOf,
      ...told("wallet/gettransactioninfobyid", info),
      ...told("wallet/gettransactionbyid", trx(WITNESS)),
      ...told("walletsolidity/gettransactioninfobyid", info),
      ...told("walletsolidity/gettransactionbyid", trx(WITNESS)),
    };
  }

  it("is dead behind a URL of many machines only when the answering one knows a transaction after the expiry", async () => {
    const evaluateService = (at: number, knows: Parameters<typeof service>[1]) =>
      judge(200, 180, service(at, knows), { isAlone: false });
    const dead = { verdict: "impossible", reason: "expired" };
    expect(await evaluateService(180, () => true)).toEqual(dead);
    // Some blocks may be empty.
    expect(await evaluateService(170, () => true)).toEqual(dead);
    expect(await evaluateService(99, () => true)).toMatchObject({ verdict: "unproven" });
    for (const missing of [
      "wallet/gettransactioninfobyid",
      "wallet/gettransactionbyid",
      "walletsolidity/gettransactioninfobyid",
      "walletsolidity/gettransactionbyid",
    ]) {
      expect(await evaluateService(180, (path) => path !== missing)).toMatchObject({ verdict: "unproven" });
      expect(await evaluateService(180, (path, isFirst) => path !== missing || isFirst)).toMatchObject({
        verdict: "unproven",
      });
    }
  });
});
