import { TronWeb, type Types, utils } from "tronweb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
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
  newWallet,
  removeTronNode,
  startTronNode,
  type TronNode,
  tokenBalance,
} from "./tron/testing/tron-client";

const TRX = 1_000_000;
const NEW_ACCOUNT_FEE = 1_100_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

let node: TronNode;
let usdt: string;

beforeAll(async () => {
  node = await startTronNode(["--manual"]);
  ({ usdt } = await describeSandbox(node));
});

afterAll(() => removeTronNode(node));

/** A tronweb wallet that owns this much. */
async function fundedWallet(sun: number, tokenUnits = 0): Promise<ReturnType<typeof newWallet>> {
  const wallet = newWallet(node);
  await give(node, [{ to: wallet.address, contract: null, units: String(sun) }]);
  if (tokenUnits > 0) await give(node, [{ to: wallet.address, contract: usdt, units: String(tokenUnits) }]);
  await mine(node);
  return wallet;
}

type Wallet = ReturnType<typeof newWallet>;

/** tronweb builds and signs a token transfer by itself. */
async function tokenTransfer({ web, address }: Wallet, to: string, units: number, feeLimit: number) {
  const parameters = [
    { type: "address", value: to },
    { type: "uint256", value: units },
  ];
  const options = { feeLimit, txLocal: true };
  const method = "transfer(address,uint256)";
  const built = await web.transactionBuilder.triggerSmartContract(usdt, method, options, parameters, address);
  return web.trx.sign(built.transaction);
}

async function energyOf({ address }: Wallet, to: string, units: number): Promise<number> {
  const answer = await node.post("/wallet/triggerconstantcontract", {
    owner_address: address,
    contract_address: usdt,
    function_selector: "transfer(address,uint256)",
    parameter: TronWeb.address.toHex(to).slice(2).padStart(64, "0") + units.toString(16).padStart(64, "0"),
    visible: true,
  });
  return z.object({ energy_used: z.number() }).parse(answer).energy_used;
}

test("TRX moves to the sun, and activation and bandwidth are burnt for it", async () => {
  const sender = await fundedWallet(100 * TRX);
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
  // Free bandwidth lasts for two of these; the third is paid for by the byte, at about what the others used.
  expect(fees.slice(0, 2)).toEqual([0, 0]);
  expect(usages).toEqual([expect.closeTo(268, -1), expect.closeTo(268, -1), 0]);
  expect(fees[2]).toBe((usages[0] ?? 0) * 1_000);
  expect(await balanceOf(node, to)).toBe(8 * TRX + 6);
  expect(await balanceOf(node, sender.address)).toBe(92 * TRX - 6 - NEW_ACCOUNT_FEE - (fees[2] ?? 0));
});

test("a token transfer burns exactly the energy that a constant call foretells, and logs what it moved", async () => {
  const sender = await fundedWallet(100 * TRX, 500);
  const to = newWallet(node).address;
  // The whole balance: emptying storage is where the EVM would give gas back.
  const energy = await energyOf(sender, to, 500);
  const sent = await sender.web.trx.sendRawTransaction(await tokenTransfer(sender, to, 500, energy * 100));
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

test("a call that fails moves nothing and still costs: all of its limit without energy, what it used in a revert", async () => {
  const sender = await fundedWallet(100 * TRX, 500);
  const to = newWallet(node).address;
  const starved = await sender.web.trx.sendRawTransaction(await tokenTransfer(sender, to, 5, TRX));
  const reverted = await sender.web.trx.sendRawTransaction(await tokenTransfer(sender, to, 501, 50 * TRX));
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

type Header = { ref_block_bytes: string; ref_block_hash: string; expiration: number; timestamp: number };

/** What tronweb needs to build without asking a node: by default of the head and valid for a minute. */
async function header(change: Partial<Header> = {}): Promise<Header> {
  const { id, timestamp } = await headOf(node);
  const reference = { ref_block_bytes: id.slice(12, 16), ref_block_hash: id.slice(16, 32) };
  return { ...reference, timestamp, expiration: timestamp + 60_000, ...change };
}

async function broadcastCode(transaction: object): Promise<string> {
  const answer = await node.post("/wallet/broadcasttransaction", transaction);
  return z.object({ code: z.string().default("SUCCESS") }).parse(answer).code;
}

test("what java-tron would refuse is refused, with its code, and costs nothing", async () => {
  const sender = await fundedWallet(10 * TRX, 5);
  const stranger = newWallet(node);
  const to = (await fundedWallet(TRX)).address;
  const { timestamp } = await headOf(node);
  const build = async (change: Partial<Header> = {}, amount = TRX, receiver = to, owner = sender) => {
    const options = { blockHeader: await header(change) };
    return owner.web.transactionBuilder.sendTrx(receiver, amount, owner.address, options);
  };
  const sign = async (unsigned: Promise<Types.Transaction>, { web } = sender) => web.trx.sign(await unsigned);
  const good = await sign(build());
  const expectCode = async (transaction: object | Promise<object>, code: string) =>
    expect(await broadcastCode(await transaction)).toBe(code);

  const otherSignature = await sign(build({}, TRX, to, stranger), stranger);
  await expectCode({ ...good, signature: otherSignature.signature }, "SIGERROR");
  await expectCode({ ...good, signature: [] }, "SIGERROR");
  await expectCode({ ...good, txID: "00".repeat(32) }, "SIGERROR");
  await expectCode({ ...good, raw_data_hex: otherSignature.raw_data_hex }, "SIGERROR");
  const altered = structuredClone(good);
  Object.assign(altered.raw_data.contract[0]?.parameter.value ?? {}, { amount: 2 * TRX });
  await expectCode({ ...altered, raw_data_hex: undefined, txID: undefined }, "SIGERROR");

  await expectCode(sign(build({ ref_block_hash: "00".repeat(8) })), "TAPOS_ERROR");
  await expectCode(sign(build({ ref_block_bytes: "ffff" })), "TAPOS_ERROR");
  await expectCode(sign(build({ expiration: timestamp })), "TRANSACTION_EXPIRATION_ERROR");
  await expectCode(sign(build({ expiration: timestamp + DAY_MS + 3_000 })), "TRANSACTION_EXPIRATION_ERROR");
  await expectCode(sign(build({}, 10 * TRX + 1)), "CONTRACT_VALIDATE_ERROR");
  await expectCode(sign(build({}, TRX, usdt)), "CONTRACT_VALIDATE_ERROR");
  await expectCode(sign(build({}, 9 * TRX, newWallet(node).address)), "CONTRACT_VALIDATE_ERROR");
  await expectCode(sign(build({}, TRX, to, stranger), stranger), "CONTRACT_VALIDATE_ERROR");
  await expectCode(tokenTransfer(sender, to, 1, 15_000 * TRX + 1), "CONTRACT_VALIDATE_ERROR");
  const poor = await fundedWallet(1_000);
  await expectCode(sign(build({}, 1, newWallet(node).address, poor), poor), "BANDWITH_ERROR");
  const [contract] = good.raw_data.contract;
  await expectCode({ ...good, raw_data: { ...good.raw_data, contract: [contract, contract] } }, "OTHER_ERROR");
  expect(await node.post("/wallet/broadcasttransaction", {})).toEqual({ Error: expect.any(String) });

  expect(await balanceOf(node, sender.address)).toBe(10 * TRX);
  await expectCode(good, "SUCCESS");
  await expectCode(good, "DUP_TRANSACTION_ERROR");
  await mine(node);
  await expectCode(good, "DUP_TRANSACTION_ERROR");
  expect(await balanceOf(node, sender.address)).toBe(9 * TRX);
});

test("a memo costs one TRX, and the same transaction goes in as bytes and comes out as tronweb wrote it", async () => {
  const { web, address } = await fundedWallet(10 * TRX);
  const to = (await fundedWallet(TRX)).address;
  const plain = await web.transactionBuilder.sendTrx(to, TRX, address, { blockHeader: await header() });
  const signed = await web.trx.sign(
    await web.transactionBuilder.addUpdateData(plain, "order 7", "utf8", { txLocal: true }),
  );
  const message = utils.transaction.txJsonToPb(signed);
  for (const signature of signed.signature) message.addSignature(Buffer.from(signature, "hex").toString("base64"));
  const transaction = Buffer.from(message.serializeBinary()).toString("hex");
  const answer = await node.post("/wallet/broadcasthex", { transaction });
  expect(answer).toMatchObject({ result: true, code: "SUCCESS", txid: signed.txID });
  await mine(node);
  expect(await infoOf(node, signed.txID)).toMatchObject({ fee: TRX, receipt: { net_fee: 0 } });
  const { txID, raw_data, raw_data_hex } = signed;
  const signature = signed.signature.map((text) => text.toLowerCase());
  const shown: unknown = JSON.parse(JSON.stringify({ txID, raw_data, raw_data_hex, signature }));
  const known = await node.post("/wallet/gettransactionbyid", { value: txID });
  expect(known).toEqual(Object.assign({ ret: [{ contractRet: "SUCCESS" }] }, shown));
});

test("what waits past its expiry is dropped and undone, and cannot come back", async () => {
  const sender = await fundedWallet(10 * TRX);
  const to = (await fundedWallet(TRX)).address;
  const options = { blockHeader: await header() };
  const sent = await sender.web.trx.sign(await sender.web.transactionBuilder.sendTrx(to, TRX, sender.address, options));
  expect(await broadcastCode(sent)).toBe("SUCCESS");
  expect(await node.post("/wallet/gettransactionlistfrompending")).toEqual({ txId: [sent.txID] });
  expect(await node.post("/wallet/gettransactioninfobyid", { value: sent.txID })).toEqual({});
  await node.post("/sandbox/advance", { seconds: 61 });
  await mine(node);
  expect(await node.post("/wallet/gettransactionbyid", { value: sent.txID })).toEqual({});
  expect(await balanceOf(node, sender.address)).toBe(10 * TRX);
  expect(await broadcastCode(sent)).toBe("TRANSACTION_EXPIRATION_ERROR");
});

test("blocks are linked, ranges end before their end, final reads lag, and what is unknown is empty", async () => {
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

test("one transaction pays several, and tronweb speaks to the contracts by their own ABI", async () => {
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

test("a reorganisation changes hashes and balances and keeps only what it names, elsewhere in its block", async () => {
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

test("the chain comes back from its file, also after a kill, and no process stays behind", async () => {
  const { address } = newWallet(node);
  const described = await describeSandbox(node);
  await give(node, [{ to: address, contract: usdt, units: "11" }]);
  await mine(node);
  const head = await headOf(node);
  const anvil = childrenOf(node.child.pid ?? 0);
  expect(anvil).not.toEqual([]);
  await endTronNode(node);
  expect(anvil.filter(isRunning)).toEqual([]);

  // Blocks come by themselves now.
  node = await startTronNode([], node.folder);
  const orphans = childrenOf(node.child.pid ?? 0);
  expect(await describeSandbox(node)).toEqual(described);
  expect((await blocksBetween(node, head.number, head.number + 1))[0]).toEqual(head);
  expect(await tokenBalance(node, usdt, address)).toBe(11n);
  const id = await give(node, [{ to: address, contract: usdt, units: "5" }]);
  await vi.waitFor(() => infoOf(node, id), { timeout: 3_000, interval: 20 });
  await endTronNode(node, "SIGKILL");
  await vi.waitFor(() => expect(orphans.filter(isRunning)).toEqual([]), { timeout: 5_000, interval: 20 });

  node = await startTronNode(["--manual"], node.folder);
  expect((await blocksBetween(node, head.number, head.number + 1))[0]).toEqual(head);
  expect(await tokenBalance(node, usdt, address)).toBe(11n);
  expect(await tokenBalance(node, usdt, address, "walletsolidity")).toBe(0n);
  await node.post("/sandbox/reorganise", { depth: 1 });
  expect(await tokenBalance(node, usdt, address)).toBe(0n);
  await give(node, [{ to: address, contract: usdt, units: "6" }]);
  expect(await tokenBalance(node, usdt, address)).toBe(6n);
});
