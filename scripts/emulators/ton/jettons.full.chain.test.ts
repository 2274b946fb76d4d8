import { createHash } from "node:crypto";
import { Address, beginCell, Cell, Dictionary } from "@ton/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  call,
  control,
  getMethod,
  historyOf,
  jettonBalanceOf,
  jettonWalletOf,
  mine,
  startTonNode,
  stopTonNode,
  type TonNode,
  testWallet,
  transactions,
} from "./testing/client";
import { bodyOf, headOf, partiesOf, pay, payJetton, rawText, text } from "./testing/payments";
import { type TraceNode, tracesShape } from "./testing/shapes";

let node: TonNode;
let usdt: Address;
let faucet: Address;

beforeAll(async () => {
  node = await startTonNode("--manual");
  ({ usdt, faucet } = await partiesOf(node));
});

afterAll(async () => {
  await stopTonNode(node);
});

/** Returns the transactions of one message chain, oldest first. */
async function traceOf(hash: string) {
  const [root] = await transactions(node, `transactionsByMessage?msg_hash=${encodeURIComponent(hash)}`);
  const block = await transactions(node, `transactionsByMasterchainBlock?seqno=${root?.mc_block_seqno}&sort=asc`);
  return block.filter(({ trace_id }) => trace_id === root?.hash);
}

test("a jetton transfer runs from wallet to wallet, notifies the owner with its comment and returns the excess", async () => {
  const owner = testWallet("jetton owner").address;
  const wallet = await jettonWalletOf(node, usdt, owner);
  const messageHash = await payJetton(node, owner, "1500000", { memo: "invoice 9" });
  await mine(node);

  const trace = await traceOf(messageHash);
  const opcodes = trace.map(({ in_msg }) => in_msg?.opcode);
  expect(opcodes).toEqual([expect.anything(), "0x0f8a7ea5", "0x178d4519", "0x7362d09c", "0xd53276db"]);
  const notification = trace[3];
  expect(notification).toMatchObject({ account: rawText(owner), in_msg: { source: rawText(wallet), value: "1" } });
  const body = bodyOf(notification);
  expect([body.loadUint(32), body.loadUintBig(64), body.loadCoins(), body.loadAddress().equals(faucet)]).toEqual([
    0x7362d09c,
    0n,
    1_500_000n,
    true,
  ]);
  const payload = body.loadBit() ? body.loadRef().beginParse() : beginCell().asSlice();
  expect([payload.loadUint(32), payload.loadStringTail()]).toEqual([0, "invoice 9"]);
  expect(await jettonBalanceOf(node, wallet)).toBe(1_500_000n);

  const { stack } = await getMethod(node, usdt, "get_jetton_data");
  expect(stack.map(({ type }) => type)).toEqual(["num", "num", "slice", "cell", "cell"]);
  expect(await getMethod(node, usdt, "get_nothing")).toMatchObject({ exit_code: 11 });
  expect(await getMethod(node, owner, "get_wallet_data")).toMatchObject({ exit_code: -13, stack: [] });
});

test("a rejected jetton transfer bounces to its sender and moves nothing", async () => {
  const owner = testWallet("nobody's jettons").address;
  const messageHash = await payJetton(node, owner, "7", {}, true);
  await mine(node);
  const [, order, bounce] = await traceOf(messageHash);
  expect(order).toMatchObject({
    description: { aborted: true, compute_ph: { exit_code: 709 }, bounce: { type: "ok" } },
  });
  expect(bounce).toMatchObject({ account: rawText(faucet), in_msg: { bounced: true, opcode: "0xffffffff" } });
  expect(await historyOf(node, owner)).toEqual([]);
});

test("a false notification looks like a payment, but no master names its sender", async () => {
  const owner = testWallet("lied to").address;
  const { contract } = await control(node, "fake-notification", { to: text(owner), units: "1000000" });
  await mine(node);
  const [notification] = await historyOf(node, owner);
  const liar = Address.parse(String(contract));
  expect(notification).toMatchObject({ in_msg: { opcode: "0x7362d09c", source: rawText(liar) } });
  const claim = (await getMethod(node, liar, "get_wallet_data")).stack;
  expect(
    Cell.fromBase64(claim[2]?.value ?? "")
      .beginParse()
      .loadAddress()
      .equals(usdt),
  ).toBe(true);
  expect((await jettonWalletOf(node, usdt, owner)).equals(liar)).toBe(false);
});

test("a new token has its metadata on the chain and its supply at the faucet, and pending messages stay pending", async () => {
  const waiting = testWallet("waits").address;
  await pay(node, { to: text(waiting), units: "1000000000" });
  const { contract } = await control(node, "token", { symbol: "ABC", name: "A B C", decimals: 4 });
  const master = Address.parse(String(contract));
  const { stack } = await getMethod(node, master, "get_jetton_data");
  const content = Cell.fromBase64(stack[3]?.value ?? "").beginParse();
  expect(content.loadUint(8)).toBe(0);
  const fields = content.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const field = (name: string) => fields.get(createHash("sha256").update(name).digest())?.beginParse();
  expect(["symbol", "name", "decimals"].map((name) => field(name)?.skip(8).loadStringTail())).toEqual([
    "ABC",
    "A B C",
    "4",
  ]);
  expect(await jettonBalanceOf(node, await jettonWalletOf(node, master, faucet))).toBe(10n ** 16n);
  expect(await historyOf(node, waiting)).toEqual([]);
  await mine(node);
  expect(await historyOf(node, waiting)).toHaveLength(1);
});

test("with spreading each step of a message chain takes a separate block", async () => {
  const owner = testWallet("spread").address;
  await control(node, "spread", { enabled: true });
  await payJetton(node, owner, "1");
  await mine(node, 3);
  expect(await historyOf(node, owner)).toEqual([]);
  await mine(node);
  await control(node, "spread", { enabled: false });
  const [notification] = await historyOf(node, owner);
  expect(notification?.mc_block_seqno).toBe((await headOf(node)).seqno);
});

test("a trace shows the whole message tree, and is pending while a part of it is", async () => {
  const owner = testWallet("traced").address;
  await control(node, "spread", { enabled: true });
  const messageHash = await payJetton(node, owner, "1");
  const find = async () =>
    (await call(node, `/api/v3/traces?msg_hash=${encodeURIComponent(messageHash)}`, tracesShape)).traces[0];
  await mine(node, 3);
  expect(await find()).toMatchObject({ trace_info: { trace_state: "pending", transactions: 3, pending_messages: 2 } });
  await mine(node);
  await control(node, "spread", { enabled: false });
  const trace = await find();
  expect(trace).toMatchObject({ trace_info: { trace_state: "complete", messages: 5, pending_messages: 0 } });
  const depth = (one: TraceNode): number => 1 + Math.max(0, ...one.children.map(depth));
  expect(trace && depth(trace.trace)).toBe(4);
  expect(Object.keys(trace?.transactions ?? {})).toHaveLength(5);
});
