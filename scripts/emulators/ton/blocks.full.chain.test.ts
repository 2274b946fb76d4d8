import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cell } from "@ton/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  call,
  control,
  historyOf,
  mine,
  startTonNode,
  stopTonNode,
  type TonNode,
  testWallet,
  transactions,
} from "./testing/client";
import { describeNode, headOf, pay, rawText, text } from "./testing/payments";
import { blockShape } from "./testing/shapes";

const blockHashes = z.object({ seqno: z.number(), root_hash: z.string(), file_hash: z.string() });
const masterchainShape = z.object({ last: blockHashes, init: blockHashes });
const configShape = z.object({ config: z.object({ bytes: z.string() }) });
const blocksShape = z.object({ blocks: z.array(blockShape) });

const folder = mkdtempSync(join(tmpdir(), "ton-node-"));
const options = ["--manual", "--state", join(folder, "ton.json")];
let node: TonNode;

beforeAll(async () => {
  node = await startTonNode(...options);
});

afterAll(async () => {
  await stopTonNode(node);
  rmSync(folder, { recursive: true, force: true });
});

test("several outputs arrive in order, and a block's transactions can be paged", async () => {
  const receivers = Array.from({ length: 12 }, (_, index) => testWallet(`many ${index}`).address);
  await control(node, "send", { outputs: receivers.map((to) => ({ to: text(to), contract: null, units: "1000000" })) });
  await mine(node);
  const { seqno } = await headOf(node);
  const page = (offset: number) =>
    transactions(node, `transactionsByMasterchainBlock?seqno=${seqno}&limit=5&offset=${offset}&sort=asc`);
  const read = (await Promise.all([0, 5, 10, 15].map(page))).flat();
  expect(read).toEqual(await transactions(node, `transactionsByMasterchainBlock?seqno=${seqno}&sort=asc`));
  expect(read.map(({ account }) => account).filter((one) => receivers.map(rawText).includes(one))).toEqual(
    receivers.map(rawText),
  );
  expect(read.filter(({ description: { type } }) => type === "tick_tock").map(({ in_msg }) => in_msg)).toEqual([
    null,
    null,
  ]);
  // The real index returns no error for a block that it does not have.
  expect(await transactions(node, `transactionsByMasterchainBlock?seqno=${seqno + 1}`)).toEqual([]);
  await expect(transactions(node, "transactions?limit=1001")).rejects.toThrow("422: limit is not allowed: 1001 > 1000");
  await expect(transactions(node, "transactions?account=nobody")).rejects.toThrow("422: ");
});

test("blocks have increasing logical time and name their parents, and are found by number and by logical time", async () => {
  await mine(node, 3);
  const { seqno } = await headOf(node);
  const find = async (query: string, workchain = -1) =>
    (await call(node, `/api/v3/blocks?workchain=${workchain}&shard=8000000000000000&${query}`, blocksShape)).blocks;
  const found = await Promise.all([seqno - 1, seqno].map((one) => find(`seqno=${one}`)));
  const [before, last] = found.flat();
  expect(BigInt(last?.start_lt ?? 0)).toBeGreaterThanOrEqual(BigInt(before?.end_lt ?? 0));
  expect(last?.prev_blocks).toEqual([{ workchain: -1, shard: "8000000000000000", seqno: seqno - 1 }]);
  expect(await find(`start_lt=${before?.start_lt}&end_lt=${last?.start_lt}&sort=asc`)).toEqual([before, last]);
  expect(await find(`seqno=${seqno + 1}`)).toEqual([]);
  expect(await find(`root_hash=${encodeURIComponent(last?.root_hash ?? "")}`)).toEqual([last]);
  const [shard] = await find(`mc_seqno=${seqno}`, 0);
  expect(shard?.masterchain_block_ref).toMatchObject({ workchain: -1, seqno });
  expect(await find(`seqno=${shard?.seqno}`, 0)).toEqual([shard]);
});

test("the zero state and the network's fees can be queried", async () => {
  const two = <Shape>(path: string, result: z.ZodType<Shape>) =>
    call(node, `/api/v2/${path}`, z.object({ ok: z.literal(true), result }));
  const { result } = await two("getMasterchainInfo", masterchainShape);
  expect(Buffer.from(result.init.root_hash, "base64").toString("hex")).toBe((await describeNode(node)).genesisHash);
  expect(result.last.root_hash).toBe((await headOf(node)).root_hash);
  const { config } = (await two("getConfigParam?config_id=21", configShape)).result;
  expect(Cell.fromBase64(config.bytes).beginParse().loadUint(8)).toBe(0xd1);
});

test("after a clean exit and after a kill a node resumes the same chain, clock and pending messages", async () => {
  const receiver = testWallet("survivor").address;
  await control(node, "advance", { seconds: 1_000 });
  await mine(node);
  await pay(node, { to: text(receiver), units: "1000000000" });
  const before = [await describeNode(node), await headOf(node)];
  await stopTonNode(node);
  node = await startTonNode(...options);
  expect([await describeNode(node), await headOf(node)]).toEqual(before);
  await mine(node);
  const [received] = await historyOf(node, receiver);
  expect(received).toMatchObject({
    in_msg: { value: "1000000000" },
    mc_block_seqno: (before[1] as { seqno: number }).seqno + 1,
  });

  await stopTonNode(node, "SIGKILL");
  node = await startTonNode(...options);
  expect([await describeNode(node), await headOf(node)]).toEqual(before);
  await mine(node);
  expect(Number((await headOf(node)).gen_utime)).toBeGreaterThan(Date.now() / 1000 + 900);
});

test("in automatic mode a node produces a block soon after a message, and its hops take several blocks", async () => {
  const own = await startTonNode();
  try {
    const receiver = testWallet("automatic").address;
    await control(own, "send", { outputs: [{ to: text(receiver), contract: null, units: "5" }] });
    await expect.poll(() => historyOf(own, receiver), { interval: 50 }).toHaveLength(1);
    const [received] = await historyOf(own, receiver);
    const [sent] = await transactions(
      own,
      `transactionsByMessage?msg_hash=${encodeURIComponent(received?.in_msg?.hash ?? "")}&direction=out`,
    );
    expect(sent?.mc_block_seqno).toBe((received?.mc_block_seqno ?? 0) - 1);
  } finally {
    await stopTonNode(own);
  }
});
