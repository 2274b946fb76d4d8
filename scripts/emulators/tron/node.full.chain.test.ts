import { TronWeb } from "tronweb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  balanceOf,
  blocksBetween,
  childrenOf,
  describeSandbox,
  endTronNode,
  give,
  headOf,
  infoOf,
  isRunning,
  mine,
  removeTronNode,
  startTronNode,
  type TronNode,
  tokenBalance,
} from "./testing/client";
import { energyOf, fundedWallet, newWallet, signTokenTransfer } from "./testing/wallet";

const TRX = 1_000_000;
const NEW_ACCOUNT_FEE = 1_100_000;

let node: TronNode;
let usdt: string;

beforeAll(async () => {
  node = await startTronNode(["--manual"]);
  ({ usdt } = await describeSandbox(node));
});

afterAll(() => removeTronNode(node));

test("TRX transfers are exact to the sun, and burn fees for activation and bandwidth", async () => {
  const sender = await fundedWallet(node, 100 * TRX);
  const to = newWallet(node).address;
  expect(await balanceOf(node, to)).toBeUndefined();
  const first = await sender.web.trx.sendTransaction(to, 5 * TRX);
  await mine(node);
  expect(await infoOf(node, first.txid)).toMatchObject({ fee: NEW_ACCOUNT_FEE, receipt: { net_fee: 100_000 } });
  const fees: number[] = [];
  const usages: number[] = [];
  for (let count = 1; count <= 3; count += 1) {
    const { txid } = await sender.web.trx.sendTransaction(to, TRX + count);
    await mine(node);
    const { fee, receipt } = await infoOf(node, txid);
    fees.push(fee);
    usages.push(receipt.net_usage);
  }
  // Free bandwidth covers two of these; the third is paid per byte, at about what the others used.
  expect(fees.slice(0, 2)).toEqual([0, 0]);
  expect(usages).toEqual([expect.closeTo(268, -1), expect.closeTo(268, -1), 0]);
  expect(fees[2]).toBe((usages[0] ?? 0) * 1_000);
  expect(await balanceOf(node, to)).toBe(8 * TRX + 6);
  expect(await balanceOf(node, sender.address)).toBe(92 * TRX - 6 - NEW_ACCOUNT_FEE - (fees[2] ?? 0));
});

test("a token transfer burns exactly the energy that a constant call predicts, and logs its amount", async () => {
  const sender = await fundedWallet(node, 100 * TRX, 500);
  const to = newWallet(node).address;
  // The whole balance: clearing storage is where the EVM would refund gas.
  const energy = await energyOf(node, sender.address, { token: usdt, to, units: 500 });
  const sent = await sender.web.trx.sendRawTransaction(
    await signTokenTransfer(sender, { token: usdt, to, units: 500 }, energy * 100),
  );
  expect(sent.result).toBe(true);
  await mine(node);
  const { fee, receipt, log } = await infoOf(node, sent.txid);
  expect(receipt).toMatchObject({ result: "SUCCESS", energy_usage_total: energy, energy_fee: energy * 100 });
  expect(await tokenBalance(node, usdt, to)).toBe(500n);
  expect(await balanceOf(node, to)).toBeUndefined();
  expect(await balanceOf(node, sender.address)).toBe(100 * TRX - fee);
  expect(log).toHaveLength(1);
  expect(log[0]?.address).toBe(TronWeb.address.toHex(usdt).slice(2).toLowerCase());
  expect(BigInt(`0x${log[0]?.data}`)).toBe(500n);
});

test("a failed call moves nothing but costs: its whole limit if out of energy, the energy used on a revert", async () => {
  const sender = await fundedWallet(node, 100 * TRX, 500);
  const to = newWallet(node).address;
  const starved = await sender.web.trx.sendRawTransaction(
    await signTokenTransfer(sender, { token: usdt, to, units: 5 }, TRX),
  );
  const reverted = await sender.web.trx.sendRawTransaction(
    await signTokenTransfer(sender, { token: usdt, to, units: 501 }, 50 * TRX),
  );
  const vain = await give(node, [{ to, contract: usdt, units: "5" }], true);
  await mine(node);
  expect(await infoOf(node, starved.txid)).toMatchObject({
    result: "FAILED",
    receipt: { result: "OUT_OF_ENERGY", energy_fee: TRX, energy_usage_total: TRX / 100 },
    log: [],
  });
  const { receipt, log } = await infoOf(node, reverted.txid);
  expect(receipt).toMatchObject({ result: "REVERT", energy_fee: receipt.energy_usage_total * 100 });
  expect(receipt.energy_usage_total).toBeGreaterThan(0);
  expect(log).toEqual([]);
  expect(await infoOf(node, vain)).toMatchObject({ receipt: { result: "REVERT" } });
  const block = await node.post("/wallet/getblockbynum", { num: (await headOf(node)).number });
  expect(block).toMatchObject({
    transactions: ["OUT_OF_ENERGY", "REVERT", "REVERT"].map((contractRet) => ({ ret: [{ contractRet }] })),
  });
  expect(await tokenBalance(node, usdt, to)).toBe(0n);
  expect(await tokenBalance(node, usdt, sender.address)).toBe(500n);
});

test("blocks are linked, ranges exclude their end, solidified reads lag, and unknown ids give empty results", async () => {
  const before = await headOf(node);
  const { address } = newWallet(node);
  const id = await give(node, [{ to: address, contract: null, units: String(TRX) }]);
  await mine(node);
  const read = (api: string) => node.post(`/${api}/gettransactioninfobyid`, { value: id });
  expect([await balanceOf(node, address), await balanceOf(node, address, "walletsolidity")]).toEqual([TRX, undefined]);
  expect(await read("wallet")).toMatchObject({ id });
  expect(await read("walletsolidity")).toEqual({});
  expect((await headOf(node, "walletsolidity")).id).toBe(before.id);
  await mine(node, 2);
  expect(await read("walletsolidity")).toEqual(await read("wallet"));
  expect(await balanceOf(node, address, "walletsolidity")).toBe(TRX);

  const blocks = await blocksBetween(node, before.number, before.number + 3);
  expect(blocks.map(({ number }) => number)).toEqual([0, 1, 2].map((step) => before.number + step));
  expect(blocks.slice(1).map(({ parent }) => parent)).toEqual(blocks.slice(0, -1).map((block) => block.id));
  expect(await blocksBetween(node, before.number, before.number + 100)).toHaveLength(4);
  expect(await node.post("/wallet/getblockbylimitnext", { startNum: 0, endNum: 101 })).toEqual({});
  const overQuery = await fetch(`${node.url}/wallet/getblockbynum?num=${before.number}`);
  expect(await overQuery.json()).toMatchObject({ blockID: before.id });
  for (const [path, body] of [
    ["getblockbynum", { num: before.number + 100 }],
    ["getblockbyid", { value: "ab".repeat(32) }],
    ["gettransactionbyid", { value: "ab".repeat(32) }],
    ["getaccount", { address: newWallet(node).address, visible: true }],
    ["getcontract", { value: address, visible: true }],
  ] as const) {
    expect(await node.post(`/wallet/${path}`, body)).toEqual({});
  }
});

test("one transaction pays several, and tronweb uses the contracts through their own ABI", async () => {
  const [first, second] = [newWallet(node), newWallet(node)];
  const id = await give(node, [
    { to: first.address, contract: usdt, units: "1" },
    { to: second.address, contract: usdt, units: "2" },
    { to: first.address, contract: usdt, units: "3" },
  ]);
  await mine(node);
  const { log } = await infoOf(node, id);
  expect(log.map(({ data }) => BigInt(`0x${data}`))).toEqual([1n, 2n, 3n]);
  const token = await first.web.contract().at(usdt);
  expect(await token["balanceOf"]?.(first.address).call()).toBe(4n);
  expect(await token["symbol"]?.().call()).toBe("USDT");
});

test("a reorganisation changes hashes and balances and keeps only the named transactions, at other positions", async () => {
  const [kept, lost] = [newWallet(node), newWallet(node)];
  const before = await headOf(node);
  const keptId = await give(node, [{ to: kept.address, contract: usdt, units: "7" }]);
  const lostId = await give(node, [{ to: lost.address, contract: null, units: String(TRX) }]);
  await mine(node, 2);
  const old = await blocksBetween(node, before.number + 1, before.number + 3);
  await node.post("/sandbox/reorganise", { depth: 2, reinclude: [keptId] });
  const fresh = await blocksBetween(node, before.number + 1, before.number + 4);
  expect(fresh.map(({ number }) => number)).toEqual(old.map(({ number }) => number));
  expect(fresh[0]).toMatchObject({ parent: before.id, transactions: [] });
  expect(fresh.map(({ id }) => id)).not.toContain(old[0]?.id);
  expect(fresh[1]?.transactions).toEqual([expect.any(String), keptId]);
  expect(await infoOf(node, keptId)).toMatchObject({ blockNumber: before.number + 2 });
  expect(await node.post("/wallet/gettransactionbyid", { value: lostId })).toEqual({});
  expect(await balanceOf(node, lost.address)).toBeUndefined();
  expect(await tokenBalance(node, usdt, kept.address)).toBe(7n);
});

test("the chain resumes from its file, even after a kill, and no process stays behind", async () => {
  const { address } = newWallet(node);
  const described = await describeSandbox(node);
  await give(node, [{ to: address, contract: usdt, units: "11" }]);
  await mine(node);
  const head = await headOf(node);
  const anvil = childrenOf(node.child.pid ?? 0);
  expect(anvil).not.toEqual([]);
  await endTronNode(node);
  expect(anvil.filter(isRunning)).toEqual([]);

  // Blocks are produced automatically from here on.
  node = await startTronNode([], node.folder);
  const orphans = childrenOf(node.child.pid ?? 0);
  expect(await describeSandbox(node)).toEqual(described);
  expect((await blocksBetween(node, head.number, head.number + 1))[0]).toEqual(head);
  expect(await tokenBalance(node, usdt, address)).toBe(11n);
  const id = await give(node, [{ to: address, contract: usdt, units: "5" }]);
  await vi.waitFor(() => infoOf(node, id), { timeout: 60_000, interval: 20 });
  await endTronNode(node, "SIGKILL");
  await vi.waitFor(() => expect(orphans.filter(isRunning)).toEqual([]), { timeout: 60_000, interval: 20 });

  node = await startTronNode(["--manual"], node.folder);
  expect((await blocksBetween(node, head.number, head.number + 1))[0]).toEqual(head);
  expect(await tokenBalance(node, usdt, address)).toBe(11n);
  expect(await tokenBalance(node, usdt, address, "walletsolidity")).toBe(0n);
  await node.post("/sandbox/reorganise", { depth: 1 });
  expect(await tokenBalance(node, usdt, address)).toBe(0n);
  await give(node, [{ to: address, contract: usdt, units: "6" }]);
  expect(await tokenBalance(node, usdt, address)).toBe(6n);
});
