import { type Address, beginCell, type Cell, comment, loadMessage, storeMessage, toNano } from "@ton/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  accountOf,
  call,
  control,
  historyOf,
  mine,
  post,
  startTonNode,
  stopTonNode,
  type TonNode,
  testWallet,
  transactions,
} from "./testing/client";
import { bodyOf, coins, fundedWallet, headOf, partiesOf, pay, rawText, text } from "./testing/payments";
import { feesShape, type TransactionJson } from "./testing/shapes";

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

/** Returns the same message with its last bit flipped, which belongs to a V5 wallet's signature. */
function forged(message: Cell): Cell {
  const { info, body } = loadMessage(message.beginParse());
  const slice = body.beginParse();
  const bits = slice.loadBits(slice.remainingBits - 1);
  const other = beginCell().storeBits(bits).storeBit(!slice.loadBit()).storeSlice(slice).endCell();
  return beginCell()
    .store(storeMessage({ info, body: other }))
    .endCell();
}

test.each(["v4", "v5"] as const)(
  "a %s wallet deploys itself with its first payment, whose comment arrives",
  async (version) => {
    const wallet = await fundedWallet(node, `sender ${version}`, version);
    const receiver = testWallet(`receiver of ${version}`);
    const message = wallet.sign({ seqno: 0, messages: coins(receiver.address, "1.25", comment("order 7")) });
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

test("a wallet's balance changes by exactly what its transactions report", async () => {
  const wallet = await fundedWallet(node, "bookkeeper");
  await post(node, wallet.sign({ seqno: 0, messages: coins(testWallet("anybody").address, "1") }));
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

test("rejects a replay, a wrong signature, an expired message and an unfunded one, each with its exit code", async () => {
  const wallet = await fundedWallet(node, "refused");
  const messages = coins(wallet.address, "0.1");
  const timeout = Number((await headOf(node)).gen_utime) + 60;
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

test("drops a message that expires while pending, and the next one can use its number", async () => {
  const wallet = await fundedWallet(node, "too late");
  const messages = coins(wallet.address, "0.1");
  const late = wallet.sign({ seqno: 0, messages, timeout: Number((await headOf(node)).gen_utime) + 60 });
  await post(node, late);
  await control(node, "advance", { seconds: 100 });
  await mine(node, 2);
  await expect(post(node, late)).rejects.toThrow("exitcode=136,");
  await post(node, wallet.sign({ seqno: 0, messages }));
  await mine(node);
  const externals = (await historyOf(node, wallet.address)).filter(({ in_msg }) => in_msg?.source === null);
  expect(externals.map(({ in_msg }) => in_msg?.hash)).not.toContain(late.hash().toString("base64"));
  expect(externals).toHaveLength(1);
});

test("of two messages with one number a block includes the first, and the other disappears", async () => {
  const wallet = await fundedWallet(node, "twice");
  const signed = ["1", "2"].map((value) => wallet.sign({ seqno: 0, messages: coins(usdt, value) }));
  for (const message of signed) await post(node, message);
  await mine(node, 2);
  const outcomes = signed.map((message) =>
    transactions(node, `transactionsByMessage?msg_hash=${message.hash().toString("hex")}`),
  );
  expect((await Promise.all(outcomes)).map((list) => list.length)).toEqual([1, 0]);
});

test("bounceable coins to an address without code come back, and the address keeps nothing", async () => {
  const receiver = testWallet("bouncer");
  await pay(node, { to: text(receiver.address), units: toNano("2").toString() }, true);
  await mine(node);
  const [refused] = await historyOf(node, receiver.address);
  expect(refused).toMatchObject({
    description: { aborted: true, bounce: { type: "ok" } },
    in_msg: { value: toNano("2").toString(), bounce: true },
    out_msgs: [{ bounced: true, destination: rawText(faucet) }],
  });
  expect((await accountOf(node, receiver.address))?.balance).toBe("0");
});

test("reports a wallet by its code with its number, and a fee estimate that equals the actual fee", async () => {
  const wallet = await fundedWallet(node, "estimated");
  await post(node, wallet.sign({ seqno: 0, messages: coins(usdt, "0.5") }));
  await mine(node);
  const information = await call(node, `/api/v3/walletInformation?address=${wallet.address}`, z.unknown());
  expect(information).toMatchObject({ wallet_type: "wallet v5 r1", seqno: 1, wallet_id: 0x7fffff11, status: "active" });
  await expect(call(node, `/api/v3/walletInformation?address=${usdt}`, z.unknown())).rejects.toThrow(
    "409: not a wallet",
  );

  const message = wallet.sign({ seqno: 1, messages: coins(usdt, "0.5") });
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
