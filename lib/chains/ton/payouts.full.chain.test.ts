import { Address } from "@ton/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Asset } from "@/lib/chains/facts";
import type { SignedTransfer, SpendSource, TransferOutput } from "@/lib/chains/spending";
import { prepareCall } from "@/lib/chains/ton/build";
import { evaluateConfirmability } from "@/lib/chains/ton/confirmability";
import { sendToNode } from "@/lib/chains/ton/spend";
import { startTonSandbox, type TonSandbox } from "@/lib/chains/ton/testing/sandbox-node";
import { createTonKeys } from "@/lib/chains/ton/testing/ton-keys";
import { driverAt, fund } from "@/lib/chains/ton/testing/ton-rig";
import { createTonNode, readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";
import { readTransactions } from "@/lib/chains/ton/transactions";
import { parsePayload, toWalletCall } from "@/lib/chains/ton/wallet";

const TON = 1_000_000_000n;
/** Blocks for the longest chain of messages when each takes its own block. */
const CHAIN_BLOCKS = 8;
/** The request, the two token wallets, and the excess: each in its own block. */
const BLOCKS_OF_TOKENS = 4;
const DEEP = 3;
const keys = createTonKeys();
let sandbox: TonSandbox;
let driver: ChainDriver;
let token: Asset & { readonly kind: "token" };

beforeAll(async () => {
  sandbox = await startTonSandbox({ spread: true });
  driver = driverAt(sandbox.url, true);
  token = { kind: "token", contract: await sandbox.token({ symbol: "TUSD", name: "Test dollar", decimals: 6 }) };
  await sandbox.mine(1);
});

afterAll(() => sandbox.stop());

async function openSource(tokens: bigint): Promise<SpendSource & { readonly kind: "expiring" }> {
  const holdings = [{ asset: NATIVE, units: 10n * TON }];
  const source = await fund(sandbox, keys.create(), [
    ...holdings,
    ...(tokens > 0n ? [{ asset: token, units: tokens }] : []),
  ]);
  await sandbox.mine(CHAIN_BLOCKS);
  return source;
}

async function build(source: SpendSource, output: TransferOutput) {
  const request = { source, outputs: [output] };
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const unsigned = await driver.prepareTransfer(request, fee, never());
  const signed = await driver.assemble(unsigned, unsigned.signingRequests.map(keys.sign));
  return { fee, unsigned, signed };
}

async function costOf({ transactionId }: SignedTransfer): Promise<bigint> {
  const status = await driver.transactionStatus(transactionId, never());
  return status.state === "included" && status.feeUnits !== null ? status.feeUnits : expect.fail("it has no cost yet");
}

const nativeOf = (address: string) => driver.balanceOf(address, NATIVE, null, never());

it("pays tokens from an unused wallet, waits for every triggered message, and reports the exact cost", async () => {
  const source = await openSource(1_000n);
  const to = { address: keys.create(), memo: "payout 4" };
  const [before, { height }] = [await nativeOf(source.address), await driver.head(never())];
  const { fee, signed } = await build(source, { to, asset: token, units: 600n });
  await driver.broadcast(signed, never());
  await sandbox.mine(1);
  expect((await driver.transactionStatus(signed.transactionId, never())).state).toBe("pending");
  expect(await driver.canStillConfirm(signed, DEEP, never())).toEqual({ verdict: "possible" });
  await sandbox.mine(CHAIN_BLOCKS);
  expect(await driver.transactionStatus(signed.transactionId, never())).toMatchObject({
    state: "included",
    succeeded: true,
    block: { height: height + BLOCKS_OF_TOKENS },
  });
  const cost = await costOf(signed);
  // The reported cost has occurred in that block, and in none before it.
  const after = (blocks: number) => driver.balanceOf(source.address, NATIVE, height + blocks, never());
  expect(await after(BLOCKS_OF_TOKENS)).toBe(before - cost);
  expect(await after(BLOCKS_OF_TOKENS - 1)).toBeLessThan(before - cost);
  expect(await nativeOf(source.address)).toBe(before - cost);
  expect(cost).toBeGreaterThan(0n);
  expect(cost).toBeLessThanOrEqual(fee.expectedUnits);
  expect(await driver.balanceOf(source.address, token, null, never())).toBe(400n);
  // The excess of the attached value came back to the source, and is not a deposit.
  const { transfers } = await scanFrom(driver, height + 1, [to, { address: source.address, memo: null }]);
  expect(theOnly(transfers)).toMatchObject({ to, asset: token, units: 600n, from: source.address });
});

it("reports an amount of TON as sent from the block in which its recipient has it", async () => {
  const source = await openSource(0n);
  const to = { address: keys.create(), memo: null };
  const { height } = await driver.head(never());
  const { signed } = await build(source, { to, asset: NATIVE, units: TON });
  await driver.broadcast(signed, never());
  await sandbox.mine(1);
  expect((await driver.transactionStatus(signed.transactionId, never())).state).toBe("pending");
  expect(await driver.canStillConfirm(signed, DEEP, never())).toEqual({ verdict: "possible" });
  await sandbox.mine(CHAIN_BLOCKS);
  const included = { state: "included", succeeded: true, block: { height: height + 2 } };
  expect(await driver.transactionStatus(signed.transactionId, never())).toMatchObject(included);
  expect(await driver.balanceOf(to.address, NATIVE, height + 1, never())).toBe(0n);
  expect(await driver.balanceOf(to.address, NATIVE, height + 2, never())).toBe(TON);
});

it("reports that tokens the wallet did not have were not sent, and the cost of the attempt", async () => {
  const source = await openSource(1_000n);
  const before = await nativeOf(source.address);
  const output = { to: { address: keys.create(), memo: null }, asset: token, units: 1_001n };
  const { fee, unsigned, signed } = await build(source, output);
  expect(await driver.simulate(unsigned, never())).toMatchObject({ succeeds: false, lacksFee: false });
  await driver.broadcast(signed, never());
  await sandbox.mine(CHAIN_BLOCKS);
  expect(await driver.transactionStatus(signed.transactionId, never())).toMatchObject({
    state: "included",
    succeeded: false,
  });
  const cost = await costOf(signed);
  expect(await nativeOf(source.address)).toBe(before - cost);
  expect(cost).toBeLessThanOrEqual(fee.maximumUnits);
  expect(await driver.balanceOf(source.address, token, null, never())).toBe(1_000n);
});

it("identifies a transfer from one of our wallets by the id that it was sent with, whichever path it took", async () => {
  const source = await openSource(1_000n);
  const from = { address: source.address, memo: null };
  const owner = { address: keys.create(), memo: null };
  const { height } = await driver.head(never());
  const { signed: gas } = await build(source, { to: owner, asset: NATIVE, units: TON });
  await driver.broadcast(gas, never());
  await sandbox.mine(2);
  const { signed: sweep } = await build(source, { to: owner, asset: token, units: 600n });
  await driver.broadcast(sweep, never());
  await sandbox.send([{ to: owner, asset: NATIVE, units: 7n }]);
  await sandbox.mine(CHAIN_BLOCKS);
  const origins = async (ours: readonly (typeof owner)[]) => {
    const { transfers } = await scanFrom(driver, height + 1, ours);
    return new Map(transfers.map(({ units, originId }) => [units, originId]));
  };
  // A third-party payer's own id of a deposit is irrelevant to us.
  const known = await origins([owner, from]);
  expect(known.get(TON)).toBe(gas.transactionId);
  expect(known.get(600n)).toBe(sweep.transactionId);
  expect(known.get(7n)).toBeUndefined();
  expect(known.size).toBe(3);
});

it("keeps the comment that a customer requested, beside an amount of TON", async () => {
  const source = await openSource(0n);
  const to = { address: keys.create(), memo: "Börse 815 ".repeat(20).trim() };
  const { height } = await driver.head(never());
  const { signed } = await build(source, { to, asset: NATIVE, units: TON });
  await driver.broadcast(signed, never());
  await sandbox.mine(2);
  const { transfers } = await scanFrom(driver, height + 1, [to]);
  expect(theOnly(transfers)).toMatchObject({ to, units: TON, from: source.address });
});

it("accepts one of two requests with the same seqno, and proves the other one dead by expiry alone", async () => {
  const source = await openSource(0n);
  const [first, second] = [
    await build(source, { to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON }),
    await build(source, { to: { address: keys.create(), memo: null }, asset: NATIVE, units: 2n * TON }),
  ];
  await driver.broadcast(first.signed, never());
  await sandbox.mine(2);
  await expect(driver.broadcast(second.signed, never())).rejects.toMatchObject({ reason: "spent" });
  expect(await driver.broadcast(first.signed, never())).toBe("already-included");
  await sandbox.mine(DEEP);
  expect(await driver.canStillConfirm(second.signed, DEEP, never())).toEqual({ verdict: "possible" });
  await sandbox.control("advance", { seconds: 200 });
  await sandbox.mine(DEEP);
  expect(await driver.canStillConfirm(second.signed, DEEP, never())).toEqual({
    verdict: "impossible",
    reason: "expired",
  });
  expect((await driver.canStillConfirm(first.signed, DEEP, never())).verdict).toBe("included");
});

it("does not believe a lagging copy of an index that a payout is in no block", async () => {
  const source = await openSource(0n);
  const output = { to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON };
  const { signed } = await build(source, output);
  await sandbox.control("advance", { seconds: 200 });
  await sandbox.send([{ to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON }]);
  await sandbox.mine(DEEP);
  const node = createTonNode(sandbox.url, 5_000);
  const lagging: TonNode = {
    ...node,
    get: async (path, query, signal) =>
      path.endsWith("/transactionsByMessage") ? { transactions: [] } : node.get(path, query, signal),
  };
  const depth = { confirmations: DEEP, isSandbox: false };
  expect((await evaluateConfirmability(lagging, signed, depth, never())).verdict).toBe("unproven");
  expect((await evaluateConfirmability(node, signed, depth, never())).verdict).toBe("impossible");
});

it("proves nothing dead on an index without normalised hashes, or one that lost the transaction with the seqno", async () => {
  const source = await openSource(0n);
  const { signed } = await build(source, { to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON });
  await driver.broadcast(signed, never());
  await sandbox.mine(1);
  await sandbox.control("advance", { seconds: 200 });
  await sandbox.send([{ to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON }]);
  await sandbox.mine(DEEP);
  const node = createTonNode(sandbox.url, 5_000);
  type Row = { readonly account: string; readonly in_msg: { readonly hash: string } | null };
  const nodeThatShows = (shows: (row: Row, asked: readonly string[]) => boolean): TonNode => ({
    ...node,
    async get(path, query, signal) {
      const answer = (await node.get(path, query, signal)) as { readonly transactions?: readonly Row[] };
      const asked = [query["msg_hash"] ?? []].flat().map((hash) => Buffer.from(String(hash), "hex").toString("base64"));
      return answer.transactions === undefined
        ? answer
        : { transactions: answer.transactions.filter((row) => shows(row, asked)) };
    },
  });
  const { transactionId, spends } = signed;
  const depth = { confirmations: DEEP, isSandbox: false };
  const judge = async (of: TonNode, transfer: Parameters<typeof evaluateConfirmability>[1]) =>
    (await evaluateConfirmability(of, transfer, depth, never())).verdict;
  const plain = nodeThatShows(({ in_msg }, asked) => asked.length === 0 || asked.includes(in_msg?.hash ?? ""));
  expect(await judge(plain, { transactionId, spends })).toBe("unproven");
  expect(await judge(plain, signed)).toBe("possible");
  const own = Address.parse(source.address).toRawString().toUpperCase();
  const forgetful = nodeThatShows(({ account }) => account !== own);
  expect(await judge(forgetful, signed)).toBe("unproven");
  expect(await judge(node, signed)).toBe("included");
});

it("uses a seqno that no node reports as used, and a validity that no node's clock can extend", async () => {
  const source = await openSource(0n);
  const request = { source, outputs: [{ to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON }] };
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const node = createTonNode(sandbox.url, 5_000);
  const unused = await readAccountState(node, source.address, never());
  const { signed } = await build(source, { to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON });
  await driver.broadcast(signed, never());
  await sandbox.mine(1);
  const states = [unused, await readAccountState(node, source.address, never()), unused];
  const prepared = async (isSandbox: boolean, of = node) =>
    parsePayload((await prepareCall(of, toWalletCall(request), fee, { states, isSandbox }, never())).payload);
  expect(await prepared(true)).toMatchObject({ sequence: 1, isDeployed: true });
  const ahead = (seconds: number): TonNode => ({
    ...node,
    async get(path, query, signal) {
      const answer = (await node.get(path, query, signal)) as { readonly last?: Readonly<Record<string, unknown>> };
      return answer.last === undefined ? answer : { last: { ...answer.last, gen_utime: String(seconds) } };
    },
  });
  const now = Math.floor(Date.now() / 1000);
  expect((await prepared(false, ahead(now + 86_400))).validUntil).toBeLessThanOrEqual(now + 240);
  expect((await prepared(false, ahead(now - 30))).validUntil).toBe(now + 90);
  await expect(prepared(true, ahead(2 ** 32))).rejects.toThrow(ChainInconsistentError);
});

it("does not mistake its own payout for another when the index lags behind the state", async () => {
  const source = await openSource(0n);
  const output = { to: { address: keys.create(), memo: null }, asset: NATIVE, units: TON };
  const { signed } = await build(source, output);
  const node = createTonNode(sandbox.url, 5_000);
  const before = await node.get("/api/v3/accountStates", { address: source.address, include_boc: "true" }, never());
  await driver.broadcast(signed, never());
  await sandbox.mine(1);
  const lagging: TonNode = {
    ...node,
    get: async (path) => (path.endsWith("/accountStates") ? before : { transactions: [] }),
  };
  await expect(sendToNode(lagging, signed, never())).rejects.toThrow(ChainInconsistentError);
  expect(await sendToNode(node, signed, never())).toBe("already-included");
});

it("reports a sender's exact cost; a wallet that receives TON pays little for it itself", async () => {
  const sender = await openSource(1_000n);
  const receiver = await openSource(0n);
  const send = async (from: SpendSource, to: string, asset: Asset, units: bigint) => {
    const { signed } = await build(from, { to: { address: to, memo: null }, asset, units });
    await driver.broadcast(signed, never());
    await sandbox.mine(CHAIN_BLOCKS);
    return costOf(signed);
  };
  // Its first request deploys the wallet; before that, an arrival runs no contract.
  await send(receiver, keys.create(), NATIVE, 1n);
  const [sent, received] = [await nativeOf(sender.address), await nativeOf(receiver.address)];
  const gas = await send(sender, receiver.address, NATIVE, TON);
  const tokens = await send(sender, receiver.address, token, 600n);
  expect(await nativeOf(sender.address)).toBe(sent - TON - gas - tokens);
  const node = createTonNode(sandbox.url, 5_000);
  const query = { account: receiver.address, limit: 2, sort: "desc" };
  const taken = await readTransactions(node, "/api/v3/transactions", query, never());
  const fees = taken.reduce((sum, { totalFees }) => sum + totalFees, 0n);
  // The one unit attached to the token notification is on the account, but is no deposit.
  expect(await nativeOf(receiver.address)).toBe(received + TON + 1n - fees);
  expect(fees).toBeGreaterThan(218_000n);
  expect(fees).toBeLessThan(driver.features.leftBehindUnits / 40n);
});
