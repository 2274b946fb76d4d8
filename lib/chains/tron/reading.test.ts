import { afterEach, describe, expect, it, vi } from "vitest";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { createFailover } from "@/lib/chains/failover";
import { readFreshHead } from "@/lib/chains/tron/accounts";
import { readBlock, readIdentity, readReference } from "@/lib/chains/tron/blocks";
import { toBase58 } from "@/lib/chains/tron/config";
import { type Fields, NodeAnswerError, parseNodeUrl, readAnswer, type TronNode } from "@/lib/chains/tron/http-node";
import { scanRange } from "@/lib/chains/tron/scan";
import {
  type Answers,
  createFakeNode,
  fakeBlock,
  fakeGenesis,
  fakeHash,
  fakeTime,
  fakeTransaction,
} from "@/lib/chains/tron/testing/fake-node";
import { readTransactionStatus } from "@/lib/chains/tron/transactions";
import { TRANSFER_TOPIC } from "@/lib/chains/tron/trc20";

const signal = new AbortController().signal;
const ID = "ab".repeat(32);
const OURS = "4192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a";
const STRANGER = "41dd791d6b49e190062d650e6a23c575510d35f2f9";
const TOKEN = "41eca9bc828a3005b9a3b909f2cc5c2a54794de05f";
const note = (text: string) => Buffer.from(text).toString("hex");
const word = (hex: string) => hex.padStart(64, "0");

const transferLog = (changed: Fields = {}) => ({
  address: TOKEN.slice(2),
  topics: [TRANSFER_TOPIC, word(STRANGER.slice(2)), word(OURS.slice(2))],
  data: word("7b"),
  ...changed,
});

/** Scans one final block with these transactions and results, as if every address were ours. */
async function scanned(transactions: readonly unknown[], infos: readonly Fields[] = []) {
  const node = createFakeNode({
    "walletsolidity/getnowblock": () => fakeBlock(9),
    "walletsolidity/getblockbylimitnext": () => ({ block: [fakeBlock(7, transactions)] }),
    "walletsolidity/gettransactioninfobyblocknum": () => infos,
  });
  const match = async (destinations: readonly { address: string }[]) =>
    new Set(destinations.map(({ address }) => address));
  return (await scanRange(node, { fromHeight: 7, toHeight: 7, match }, signal)).transfers;
}

const call = fakeTransaction(ID, "TriggerSmartContract", { data: "", contract_address: TOKEN });
const infoOf = (changed: Fields) => ({
  id: ID,
  blockNumber: 7n,
  fee: 5n,
  receipt: { result: "SUCCESS", energy_usage_total: 64_285n },
  ...changed,
});

describe("what counts as money on TRON", () => {
  it("finds TRX exactly, with amounts beyond the precision of a float", async () => {
    const value = { owner_address: STRANGER, to_address: OURS, amount: 9_007_199_254_740_993n };
    expect(await scanned([fakeTransaction(ID, "TransferContract", value)])).toEqual([
      {
        transactionId: ID,
        position: "native",
        asset: { kind: "native" },
        units: 9_007_199_254_740_993n,
        to: { address: toBase58(OURS), memo: null },
        from: toBase58(STRANGER),
        block: expect.objectContaining({ height: 7, hash: fakeHash(7), parentHash: fakeHash(6) }),
      },
    ]);
  });

  it("leaves out failed TRX transfers, and TRC-10", async () => {
    const value = { owner_address: STRANGER, to_address: OURS, amount: 5n };
    const failed = fakeTransaction(ID, "TransferContract", value, "OUT_OF_TIME");
    const asset = fakeTransaction("cd".repeat(32), "TransferAssetContract", { ...value, asset_name: "31303030" });
    expect(await scanned([failed, asset])).toEqual([]);
  });

  it("identifies a token by the contract that logged and its position in the transaction, whatever else is logged", async () => {
    const scam = "41088a2bfcb1c7271029fd69a66859d55560895884";
    const log = [
      { address: TOKEN.slice(2) },
      transferLog({ address: scam.slice(2), data: "f".repeat(64) }),
      transferLog({ topics: [...transferLog().topics, word("1")], data: "" }),
      transferLog({ data: word("7b").slice(2) }),
      transferLog({ data: word("0") }),
      transferLog(),
    ];
    const found = await scanned([call], [infoOf({ log })]);
    expect(found.map(({ position, asset, units }) => ({ position, asset, units }))).toEqual([
      { position: "log:1", asset: { kind: "token", contract: toBase58(scam) }, units: 2n ** 256n - 1n },
      { position: "log:5", asset: { kind: "token", contract: toBase58(TOKEN) }, units: 123n },
    ]);
  });

  it("ignores the logs of a failed call, however the failure is worded", async () => {
    const log = [transferLog()];
    for (const failed of [{ receipt: { result: "REVERT" } }, { receipt: {} }, { result: "FAILED" }]) {
      expect(await scanned([call], [infoOf({ log, ...failed })])).toEqual([]);
    }
  });

  it("finds TRX paid by contracts, but not stakes, rejected calls or TRC-10", async () => {
    const internal = (changed: Fields) => ({
      caller_address: TOKEN,
      transferTo_address: OURS,
      callValueInfo: [{ callValue: 9n }],
      note: note("call"),
      ...changed,
    });
    const internal_transactions = [
      internal({ rejected: true }),
      internal({ note: note("delegateResourceOfEnergy"), callValueInfo: [{ callValue: 10n ** 12n }] }),
      internal({ callValueInfo: [{ callValue: 9n, tokenId: "1000016" }] }),
      internal({ callValueInfo: [{}] }),
      internal({}),
      internal({ note: note("suicide"), callValueInfo: [{ callValue: 4n }, { callValue: 5n, tokenId: "1000016" }] }),
    ];
    const found = await scanned([call], [infoOf({ internal_transactions })]);
    expect(found.map(({ position, units, from }) => ({ position, units, from }))).toEqual([
      { position: "internal:4", units: 9n, from: toBase58(TOKEN) },
      { position: "internal:5", units: 4n, from: toBase58(TOKEN) },
    ]);
  });
});

describe("nodes that send false or incomplete data", () => {
  it("are rejected when results are missing or belong to another height", async () => {
    for (const infos of [[], [infoOf({ id: "cd".repeat(32) })], [infoOf({ blockNumber: 8n })]]) {
      await expect(scanned([call], infos)).rejects.toThrow(ChainInconsistentError);
    }
  });

  it("are rejected for a block whose hash names another height, or that is not the requested one", async () => {
    const answering = (block: unknown) => createFakeNode({ "wallet/getblockbynum": () => block });
    const forged = { ...fakeBlock(7), blockID: fakeHash(8) };
    await expect(readBlock(answering(forged), 7, "wallet", signal)).rejects.toThrow(/under the hash/);
    await expect(readBlock(answering(fakeBlock(8)), 7, "wallet", signal)).rejects.toThrow(ChainInconsistentError);
    expect(await readBlock(answering({}), 7, "wallet", signal)).toBeNull();
  });

  it("are read from their final half up to its end, and checked again for what is not final", async () => {
    const chain = (branch: string): Answers => ({
      "walletsolidity/getnowblock": () => fakeBlock(7),
      "walletsolidity/getblockbylimitnext": () => ({ block: [fakeBlock(6), fakeBlock(7)] }),
      "wallet/getblockbylimitnext": () => ({ block: [fakeBlock(8), fakeBlock(9)] }),
      "wallet/getblockbynum": () => fakeBlock(9, [], branch),
    });
    const range = { fromHeight: 6, toHeight: 9, match: async () => new Set<string>() };
    const node = createFakeNode(chain("a"));
    expect((await scanRange(node, range, signal)).blocks.map(({ height }) => height)).toEqual([6, 7, 8, 9]);
    expect(node.asked.slice(1)).toEqual([
      'walletsolidity/getblockbylimitnext {"startNum":6,"endNum":8}',
      'wallet/getblockbylimitnext {"startNum":8,"endNum":10}',
      'wallet/getblockbynum {"num":9}',
    ]);
    await expect(scanRange(createFakeNode(chain("b")), range, signal)).rejects.toThrow(ChainInconsistentError);
  });

  it("are identified by a genesis block with transactions as malformed as java-tron's own, and scanned from there", async () => {
    const node = createFakeNode({
      "wallet/getblockbynum": fakeGenesis,
      "walletsolidity/getblockbynum": fakeGenesis,
      "walletsolidity/getnowblock": fakeGenesis,
      "walletsolidity/getblockbylimitnext": () => ({ block: [fakeGenesis()] }),
    });
    expect(await readIdentity(node, true, signal)).toBe(fakeHash(0));
    expect(await readReference(node, 0, signal)).toMatchObject({ height: 0, hash: fakeHash(0) });
    const range = { fromHeight: 0, toHeight: 0, match: async () => new Set<string>() };
    expect((await scanRange(node, range, signal)).blocks).toMatchObject([{ height: 0 }]);
  });

  it("report what they lack when they have no final half, no history or no time", async () => {
    const genesis = { "wallet/getblockbynum": fakeGenesis };
    await expect(readIdentity(createFakeNode(genesis), true, signal)).rejects.toThrow(/has no solidity API/);
    const lite = "this API is closed because this node is a lite fullnode";
    expect(() => readAnswer("node wallet/getblockbynum", "wallet/getblockbynum", 200, lite)).toThrow(/lite fullnode/);
    const refuse = (words: string) => () => readAnswer("node x", "wallet/x", 200, JSON.stringify({ Error: words }));
    expect(refuse("class java.lang.IllegalAccessException : lack of computing resources")).not.toThrow(NodeAnswerError);
    expect(refuse("class java.lang.NumberFormatException : null")).toThrow(NodeAnswerError);
  });

  it("report a transaction as included, pending or absent, and nothing in between", async () => {
    const trx = fakeTransaction(ID, "TransferContract", { owner_address: STRANGER, to_address: OURS, amount: 5n });
    const none = () => ({});
    const absent: Answers = {
      "wallet/gettransactionfrompending": none,
      "wallet/gettransactioninfobyid": none,
      "wallet/gettransactionbyid": none,
    };
    const statusWith = (answers: Answers) =>
      readTransactionStatus(createFakeNode({ ...absent, ...answers }), ID, signal);
    expect(await statusWith({})).toEqual({ state: "absent" });
    expect(await statusWith({ "wallet/gettransactionbyid": () => trx })).toEqual({ state: "pending" });
    const included = {
      "wallet/gettransactioninfobyid": () => infoOf({ receipt: { net_fee: 5n } }),
      "wallet/getblockbynum": () => fakeBlock(7, [trx]),
    };
    expect(await statusWith(included)).toMatchObject({ state: "included", succeeded: true, feeUnits: 5n });
    const failed = { ...included, "wallet/gettransactioninfobyid": () => infoOf({ result: "FAILED" }) };
    expect(await statusWith(failed)).toMatchObject({ state: "included", succeeded: false });
    const elsewhere = { ...included, "wallet/gettransactioninfobyid": () => infoOf({ id: "cd".repeat(32) }) };
    await expect(statusWith(elsewhere)).rejects.toThrow(/instead of/);
    const lost = { ...included, "wallet/getblockbynum": () => fakeBlock(7) };
    await expect(statusWith(lost)).rejects.toThrow(ChainInconsistentError);
  });
});

describe("a node that stopped following the chain", () => {
  afterEach(() => vi.useRealTimers());

  it("is left for one that is ahead, and kept where all have stopped", async () => {
    vi.useFakeTimers({ now: Number(fakeTime(100)) + 20_000 });
    const at = (height: number, name: string) =>
      createFakeNode({ "wallet/getnowblock": () => fakeBlock(height) }, name);
    const connect = (...nodes: readonly TronNode[]) => createFailover({ nodes, verify: async () => {} });
    const nodes = connect(at(80, "slow"), at(100, "quick"));
    expect((await readFreshHead(nodes, signal)).height).toBe(100);
    expect(nodes.health()).toMatchObject([{ reason: "slow lags 20 blocks behind" }, { healthy: true }]);
    expect((await readFreshHead(connect(at(80, "one"), at(82, "other")), signal)).height).toBe(80);
  });
});

describe("a node's URL", () => {
  it("turns keys and passwords into headers, keeps them out of the name, and may name a port for the final half", () => {
    const keyed = { "TRON-PRO-API-KEY": "sec/ret" };
    const parsed = parseNodeUrl("https://api.example.com/v1?apikey=sec%2Fret");
    const root = "https://api.example.com/v1/";
    expect(parsed).toEqual({ name: "api.example.com", base: root, finalBase: root, headers: keyed });
    expect(parseNodeUrl("https://sec%2Fret@api.example.com:8443").headers).toEqual(keyed);
    const { name, base, headers } = parseNodeUrl("http://user:pass@node.example.com:8090/");
    expect({ name, base }).toEqual({ name: "node.example.com:8090", base: "http://node.example.com:8090/" });
    expect(headers).toEqual({ authorization: `Basic ${Buffer.from("user:pass").toString("base64")}` });
    expect(parseNodeUrl("http://10.0.0.5:8090/?solidity=8091").finalBase).toBe("http://10.0.0.5:8091/");
    expect(() => parseNodeUrl("ftp://secret@node")).toThrow(/^(?!.*secret)/);
  });
});
