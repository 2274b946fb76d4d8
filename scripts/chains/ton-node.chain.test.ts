import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Address, beginCell, Cell, comment, Dictionary, internal, loadMessage, storeMessage, toNano } from "@ton/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  accountOf,
  call,
  control,
  getMethod,
  historyOf,
  jettonBalanceOf,
  jettonWalletOf,
  mine,
  post,
  startTonNode,
  stopTonNode,
  type TonNode,
  testWallet,
  transactions,
} from "./ton/testing/client";
import { blockShape, feesShape, type TraceNode, type TransactionJson, tracesShape } from "./ton/testing/shapes";

const folder = mkdtempSync(join(tmpdir(), "ton-node-"));
const options = ["--manual", "--state", join(folder, "ton.json")];
const description = z.object({
  genesisHash: z.string().regex(/^[0-9a-f]{64}$/),
  faucet: z.string(),
  tokens: z.object({
    USDT: z.object({ address: z.string(), decimals: z.literal(6) }),
    HMSTR: z.object({ address: z.string(), decimals: z.literal(9) }),
  }),
});
const headShape = z.object({ last: blockShape, first: blockShape });
const blockHashes = z.object({ seqno: z.number(), root_hash: z.string(), file_hash: z.string() });
const masterchainShape = z.object({ last: blockHashes, init: blockHashes });
const configShape = z.object({ config: z.object({ bytes: z.string() }) });
const blocksShape = z.object({ blocks: z.array(blockShape) });

let node: TonNode;
let usdt: Address;
let faucet: Address;

const describeNode = () => call(node, "/sandbox/describe", description);
const head = async () => (await call(node, "/api/v3/masterchainInfo", headShape)).last;
const pay = (output: object, fails = false) =>
  control(node, "send", { fails, outputs: [{ contract: null, ...output }] });
const text = (address: Address) => address.toString({ bounceable: false });

const rawText = ({ hash }: Address) => `0:${hash.toString("hex").toUpperCase()}`;

/** A wallet with coins that has not been deployed yet. */
async function fundedWallet(name: string, version: "v4" | "v5" = "v5") {
  const wallet = testWallet(name, version);
  await pay({ to: text(wallet.address), units: toNano("5").toString() });
  await mine(node);
  return wallet;
}

const chainTime = async () => Number((await head()).gen_utime);
const transfer = (to: Address, value: string, body?: Cell | string) => [
  internal({ to, value: toNano(value), bounce: false, ...(body === undefined ? {} : { body }) }),
];
const bodyOf = (transaction: TransactionJson | undefined) =>
  Cell.fromBase64(transaction?.in_msg?.message_content.body ?? "").beginParse();

beforeAll(async () => {
  node = await startTonNode(...options);
  const described = await describeNode();
  usdt = Address.parse(described.tokens.USDT.address);
  faucet = Address.parse(described.faucet);
});

afterAll(async () => {
  await stopTonNode(node);
  rmSync(folder, { recursive: true, force: true });
});

test.each(["v4", "v5"] as const)(
  "a %s wallet deploys itself with its first payment, whose comment arrives",
  async (version) => {
    const wallet = await fundedWallet(`sender ${version}`, version);
    const receiver = testWallet(`receiver of ${version}`);
    const message = wallet.sign({ seqno: 0, messages: transfer(receiver.address, "1.25", comment("order 7")) });
    const { message_hash: hash, message_hash_norm: normalised } = await post(node, message);
    expect(hash).toBe(message.hash().toString("base64"));
    expect(await transactions(node, `transactionsByMessage?msg_hash=${encodeURIComponent(hash)}`)).toEqual([]);
    await mine(node);

    const [sent] = await transactions(
      node,
      `transactionsByMessage?msg_hash=${encodeURIComponent(normalised)}&direction=in`,
    );
    expect(sent).toMatchObject({
      orig_status: "uninit",
      end_status: "active",
      in_msg: { hash, hash_norm: normalised },
    });
    const [received] = await historyOf(node, receiver.address);
    expect(received).toMatchObject({
      trace_id: sent?.hash,
      end_status: "uninit",
      description: { aborted: true, compute_ph: { skipped: true, reason: "no_state" } },
      in_msg: { value: toNano("1.25").toString(), bounce: false, opcode: "0x00000000", hash: sent?.out_msgs[0]?.hash },
    });
    const body = bodyOf(received);
    expect([body.loadUint(32), body.loadStringTail()]).toEqual([0, "order 7"]);
    expect((await accountOf(node, receiver.address))?.balance).toBe(toNano("1.25").toString());
  },
);

test("a wallet's balance moves by exactly what its transactions say", async () => {
  const wallet = await fundedWallet("bookkeeper");
  await post(node, wallet.sign({ seqno: 0, messages: transfer(testWallet("anybody").address, "1") }));
  await mine(node);
  const change = ({ in_msg, out_msgs, total_fees }: TransactionJson) =>
    BigInt(in_msg?.value ?? 0) -
    BigInt(total_fees) -
    out_msgs.reduce(
      (sum, { value, fwd_fee, ihr_fee }) => sum + BigInt(value ?? 0) + BigInt(fwd_fee ?? 0) + BigInt(ihr_fee ?? 0),
      0n,
    );
  const history = await historyOf(node, wallet.address);
  const balance = history.reduce((sum, transaction) => sum + change(transaction), 0n);
  expect(history).toHaveLength(2);
  expect((await accountOf(node, wallet.address))?.balance).toBe(balance.toString());
});

test("refused are a replay, a wrong signature, what is too late, and what nobody can pay for, each with its exit code", async () => {
  const wallet = await fundedWallet("refused");
  const messages = transfer(wallet.address, "0.1");
  const timeout = (await chainTime()) + 60;
  const first = wallet.sign({ seqno: 0, messages, timeout });
  await post(node, first);
  await post(node, first);
  await mine(node);
  expect((await historyOf(node, wallet.address)).filter(({ in_msg }) => in_msg?.source === null)).toHaveLength(1);
  await expect(post(node, first)).rejects.toThrow(
    /500: LITE_SERVER_UNKNOWN: cannot apply external message .*\n.*\nexitcode=133,/,
  );

  const stranger = testWallet("a stranger").sign({ seqno: 1, messages, timeout });
  await expect(post(node, stranger)).rejects.toThrow("Failed to unpack account state");
  await expect(post(node, forged(wallet.sign({ seqno: 1, messages, timeout })))).rejects.toThrow("exitcode=135,");

  const late = wallet.sign({ seqno: 1, messages, timeout });
  await control(node, "advance", { seconds: 61 });
  await expect(post(node, late)).rejects.toThrow("exitcode=136,");
  await expect(call(node, "/api/v3/message", z.unknown(), { boc: "AAAA" })).rejects.toThrow("500: ");
});

test("of two messages with one number a block takes the first and the other is never heard of", async () => {
  const wallet = await fundedWallet("twice");
  const signed = ["1", "2"].map((value) => wallet.sign({ seqno: 0, messages: transfer(usdt, value) }));
  for (const message of signed) await post(node, message);
  await mine(node, 2);
  const outcomes = signed.map((message) =>
    transactions(node, `transactionsByMessage?msg_hash=${message.hash().toString("hex")}`),
  );
  expect((await Promise.all(outcomes)).map((list) => list.length)).toEqual([1, 0]);
});

test("coins sent to bounce come back, and the address without code keeps nothing", async () => {
  const receiver = testWallet("bouncer");
  await pay({ to: text(receiver.address), units: toNano("2").toString() }, true);
  await mine(node);
  const [refused] = await historyOf(node, receiver.address);
  expect(refused).toMatchObject({
    description: { aborted: true, bounce: { type: "ok" } },
    in_msg: { value: toNano("2").toString(), bounce: true },
    out_msgs: [{ bounced: true, destination: rawText(faucet) }],
  });
  expect((await accountOf(node, receiver.address))?.balance).toBe("0");
});

/** The transactions of one message chain, oldest first. */
async function traceOf(hash: string) {
  const [root] = await transactions(node, `transactionsByMessage?msg_hash=${encodeURIComponent(hash)}`);
  const block = await transactions(node, `transactionsByMasterchainBlock?seqno=${root?.mc_block_seqno}&sort=asc`);
  return block.filter(({ trace_id }) => trace_id === root?.hash);
}

/** The same message with another last bit, which belongs to a V5 wallet's signature. */
function forged(message: Cell): Cell {
  const { info, body } = loadMessage(message.beginParse());
  const slice = body.beginParse();
  const bits = slice.loadBits(slice.remainingBits - 1);
  const other = beginCell().storeBits(bits).storeBit(!slice.loadBit()).storeSlice(slice).endCell();
  return beginCell()
    .store(storeMessage({ info, body: other }))
    .endCell();
}

const payJetton = (to: Address, units: string, more: object = {}, fails = false) =>
  pay({ to: text(to), contract: usdt.toString(), units, ...more }, fails);

test("a jetton transfer runs from wallet to wallet, tells the owner with its comment and returns what is left over", async () => {
  const owner = testWallet("jetton owner").address;
  const wallet = await jettonWalletOf(node, usdt, owner);
  const { messageHash } = await payJetton(owner, "1500000", { memo: "invoice 9" });
  await mine(node);

  const trace = await traceOf(String(messageHash));
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

test("a jetton transfer that is refused bounces to its sender and moves nothing", async () => {
  const owner = testWallet("nobody's jettons").address;
  const { messageHash } = await payJetton(owner, "7", {}, true);
  await mine(node);
  const [, order, bounce] = await traceOf(String(messageHash));
  expect(order).toMatchObject({
    description: { aborted: true, compute_ph: { exit_code: 709 }, bounce: { type: "ok" } },
  });
  expect(bounce).toMatchObject({ account: rawText(faucet), in_msg: { bounced: true, opcode: "0xffffffff" } });
  expect(await historyOf(node, owner)).toEqual([]);
});

test("the liar's notification looks like a payment, but no master names its sender", async () => {
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

test("a new token has its texts on the chain and its supply at the faucet, and what waits for a block goes on waiting", async () => {
  const waiting = testWallet("waits").address;
  await pay({ to: text(waiting), units: "1000000000" });
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

test("with spreading each step of a message chain takes a block of its own", async () => {
  const owner = testWallet("spread").address;
  await control(node, "spread", { enabled: true });
  await payJetton(owner, "1");
  await mine(node, 3);
  expect(await historyOf(node, owner)).toEqual([]);
  await mine(node);
  await control(node, "spread", { enabled: false });
  const [notification] = await historyOf(node, owner);
  expect(notification?.mc_block_seqno).toBe((await head()).seqno);
});

test("several outputs come in their order, and a block's transactions can be read page by page", async () => {
  const receivers = Array.from({ length: 12 }, (_, index) => testWallet(`many ${index}`).address);
  await control(node, "send", { outputs: receivers.map((to) => ({ to: text(to), contract: null, units: "1000000" })) });
  await mine(node);
  const { seqno } = await head();
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
  await expect(transactions(node, `transactionsByMasterchainBlock?seqno=${seqno + 1}`)).rejects.toThrow(
    `404: masterchain block ${seqno + 1} not found`,
  );
  await expect(transactions(node, "transactions?limit=1001")).rejects.toThrow("422: limit is not allowed: 1001 > 1000");
  await expect(transactions(node, "transactions?account=nobody")).rejects.toThrow("422: ");
});

test("blocks rise in logical time and name their parents, and are found by number and by logical time", async () => {
  await mine(node, 3);
  const { seqno } = await head();
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

test("a trace shows the whole tree of messages, and while a part of it waits it is pending", async () => {
  const owner = testWallet("traced").address;
  await control(node, "spread", { enabled: true });
  const { messageHash } = await payJetton(owner, "1");
  const find = async () =>
    (await call(node, `/api/v3/traces?msg_hash=${encodeURIComponent(String(messageHash))}`, tracesShape)).traces[0];
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

test("a wallet is told by its code with its number, and a message's fee before it is sent is the one it costs", async () => {
  const wallet = await fundedWallet("estimated");
  await post(node, wallet.sign({ seqno: 0, messages: transfer(usdt, "0.5") }));
  await mine(node);
  const information = await call(node, `/api/v3/walletInformation?address=${wallet.address}`, z.unknown());
  expect(information).toMatchObject({ wallet_type: "wallet v5 r1", seqno: 1, wallet_id: 0x7fffff11, status: "active" });
  await expect(call(node, `/api/v3/walletInformation?address=${usdt}`, z.unknown())).rejects.toThrow(
    "409: not a wallet",
  );

  const message = wallet.sign({ seqno: 1, messages: transfer(usdt, "0.5") });
  const body = loadMessage(message.beginParse()).body.toBoc().toString("base64");
  const { source_fees: fees } = await call(node, "/api/v3/estimateFee", feesShape, {
    address: wallet.address.toString(),
    body,
  });
  await post(node, message);
  await mine(node);
  const spent = (await historyOf(node, wallet.address)).at(-1);
  const { action, compute_ph: compute } = spent?.description ?? {};
  expect(action?.total_fwd_fees).toBe(String(fees.fwd_fee));
  expect(compute).toMatchObject({ gas_fees: String(fees.gas_fee) });
  expect(fees.in_fwd_fee).toBeGreaterThan(0);
});

test("the zero state and the fees of the network can be asked for", async () => {
  const two = <Shape>(path: string, result: z.ZodType<Shape>) =>
    call(node, `/api/v2/${path}`, z.object({ ok: z.literal(true), result }));
  const { result } = await two("getMasterchainInfo", masterchainShape);
  expect(Buffer.from(result.init.root_hash, "base64").toString("hex")).toBe((await describeNode()).genesisHash);
  expect(result.last.root_hash).toBe((await head()).root_hash);
  const { config } = (await two("getConfigParam?config_id=21", configShape)).result;
  expect(Cell.fromBase64(config.bytes).beginParse().loadUint(8)).toBe(0xd1);
});

test("after its end and after its death a node comes back with the same chain, clock and waiting messages", async () => {
  const receiver = testWallet("survivor").address;
  await control(node, "advance", { seconds: 1_000 });
  await mine(node);
  await pay({ to: text(receiver), units: "1000000000" });
  const before = [await describeNode(), await head()];
  await stopTonNode(node);
  node = await startTonNode(...options);
  expect([await describeNode(), await head()]).toEqual(before);
  await mine(node);
  const [received] = await historyOf(node, receiver);
  expect(received).toMatchObject({
    in_msg: { value: "1000000000" },
    mc_block_seqno: (before[1] as { seqno: number }).seqno + 1,
  });

  await stopTonNode(node, "SIGKILL");
  node = await startTonNode(...options);
  expect([await describeNode(), await head()]).toEqual(before);
  await mine(node);
  expect(await chainTime()).toBeGreaterThan(Date.now() / 1000 + 900);
});

test("left to itself a node makes a block soon after a message, and its hops take several", async () => {
  const own = await startTonNode();
  try {
    const receiver = testWallet("automatic").address;
    await control(own, "send", { outputs: [{ to: text(receiver), contract: null, units: "5" }] });
    await expect.poll(() => historyOf(own, receiver), { timeout: 5_000, interval: 50 }).toHaveLength(1);
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
