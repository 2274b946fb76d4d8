import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { parseTerms } from "@/lib/chains/evm/fees";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import type { SignedTransfer } from "@/lib/chains/spending";

const CHAIN_ID = 43114;
const TO = { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", memo: null };
const RICH = "0x56bc75e2d63100000";
const DEEP = 2;

let anvil: Anvil;
let first: RpcProxy;
let second: RpcProxy;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, flags: ["--no-mining"] });
  first = await startRpcProxy(anvil.url);
  second = await startRpcProxy(anvil.url);
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await anvil?.stop();
});
beforeEach(() => {
  for (const proxy of [first, second]) proxy.intercept(() => null);
});

it("leaves the outcome open when a node accepts the transaction and then fails, and a rebroadcast finds it there", async () => {
  const driver = createDriver([first.url]);
  const signed = await signTransfer(0n);
  first.intercept(({ method }) => (method === "eth_sendRawTransaction" ? { kind: "cut-after" } : null));
  await expect(driver.broadcast(signed, never())).rejects.toThrow(ChainUnavailableError);
  first.intercept(() => null);
  expect(await driver.broadcast(signed, never())).toBe("already-known");
  expect(await driver.canStillConfirm(signed, DEEP, never())).toEqual({ verdict: "possible" });
});

it("ignores a refusal of a transaction that the node has", async () => {
  const driver = createDriver([first.url]);
  const signed = await signTransfer(0n);
  await driver.broadcast(signed, never());
  first.intercept(({ method }) =>
    method === "eth_sendRawTransaction" ? { kind: "refuse", message: "insufficient funds for gas" } : null,
  );
  expect(await driver.broadcast(signed, never())).toBe("already-known");
  await anvil.rpc("anvil_mine", [1]);
  expect(await driver.broadcast(signed, never())).toBe("already-included");
});

it("makes a replacement pay at least a tenth more on each price, as every node requires", async () => {
  const driver = createDriver([first.url]);
  const source = { kind: "nonce", address: TO.address, nonce: 0n } as const;
  const request = { source, outputs: [{ to: TO, asset: { kind: "native" }, units: 1n }] } as const;
  const replaced = await driver.estimateFee({ request, priority: "highest", replaces: null }, never());
  const fee = await driver.estimateFee({ request, priority: "economy", replaces: replaced }, never());
  const [before, after] = [parseTerms(replaced.terms), parseTerms(fee.terms)];
  if (before.kind !== "eip1559" || after.kind !== "eip1559") throw new Error("this anvil has a base fee");
  expect(after.maxFeePerGas * 10n).toBeGreaterThanOrEqual(before.maxFeePerGas * 11n);
  expect(after.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(before.maxPriorityFeePerGas * 11n);
  expect(fee.maximumUnits).toBe(after.gas * after.maxFeePerGas);
});

it("succeeds through one node when the other is down", async () => {
  const driver = createDriver([first.url, second.url]);
  first.intercept(() => ({ kind: "cut" }));
  expect(await driver.broadcast(await signTransfer(0n), never())).toBe("accepted");
});

it("reports why a node refuses: no money, malformed bytes", async () => {
  const driver = createDriver([first.url]);
  const poor = await signTransfer(0n, { funded: false });
  await expect(driver.broadcast(poor, never())).rejects.toMatchObject({ reason: "funds" });
  const signed = await signTransfer(0n);
  const broken: SignedTransfer = { ...signed, raw: signed.raw.slice(0, -1) };
  await expect(driver.broadcast(broken, never())).rejects.toThrow(TransactionRefusedError);
});

it("returns the highest nonce of all nodes, so that a lagging one does not cause a reused nonce", async () => {
  const driver = createDriver([first.url, second.url]);
  const account = privateKeyToAccount(generatePrivateKey());
  await anvil.rpc("anvil_setNonce", [account.address, "0x7"]);
  first.intercept(({ method }) => (method === "eth_getTransactionCount" ? { kind: "answer", result: "0x5" } : null));
  expect(await driver.accountNonce(account.address, never())).toEqual({
    included: 7n,
    pending: 7n,
    answered: 2,
    asked: 2,
  });
  second.intercept(() => ({ kind: "cut" }));
  expect(await driver.accountNonce(account.address, never())).toEqual({
    included: 5n,
    pending: 5n,
    answered: 1,
    asked: 2,
  });
});

it("does not treat a node's failure as a refusal by the chain: the next node is queried", async () => {
  const driver = createDriver([first.url, second.url]);
  const account = privateKeyToAccount(generatePrivateKey());
  await anvil.rpc("anvil_setBalance", [account.address, RICH]);
  const source = { kind: "nonce", address: account.address, nonce: 0n } as const;
  const request = { source, outputs: [{ to: TO, asset: { kind: "native" }, units: 1n }] } as const;
  const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const unsigned = await driver.prepareTransfer(request, fee, never());
  const refuse = (message: string) =>
    first.intercept(({ method }) => (method === "eth_call" ? { kind: "refuse", message } : null));
  for (const message of ["daily request count exceeded", "header not found", "missing trie node"]) {
    refuse(message);
    expect(await driver.simulate(unsigned, never())).toEqual({ succeeds: true });
    await expect(createDriver([first.url]).simulate(unsigned, never())).rejects.toThrow(ChainUnavailableError);
  }
  refuse("execution reverted: frozen");
  expect(await createDriver([first.url]).simulate(unsigned, never())).toMatchObject({
    succeeds: false,
    reason: "execution reverted: frozen",
  });
});

it("declares nothing dead while one node considers it possible", async () => {
  const driver = createDriver([first.url, second.url]);
  const signed = await signTransfer(0n);
  const { spends } = signed;
  if (spends.kind !== "nonce") throw new Error("an EVM transfer spends a nonce");
  await anvil.rpc("anvil_setNonce", [spends.address, "0x1"]);
  await anvil.rpc("anvil_mine", [DEEP + 1]);
  expect(await driver.canStillConfirm(signed, DEEP, never())).toEqual({ verdict: "impossible", reason: "spent" });
  second.intercept(({ method }) => (method === "eth_getTransactionCount" ? { kind: "answer", result: "0x0" } : null));
  expect(await driver.canStillConfirm(signed, DEEP, never())).toEqual({ verdict: "possible" });
});

function createDriver(urls: readonly string[]) {
  const native = { symbol: "AVAX", decimals: 18 };
  return createEvmDriver({ network: "avalanche", chainId: CHAIN_ID, urls, native, callLimitMs: 2_000 });
}

async function signTransfer(nonce: bigint, { funded = true } = {}): Promise<SignedTransfer> {
  const driver = createDriver([anvil.url]);
  const account = privateKeyToAccount(generatePrivateKey());
  if (funded) await anvil.rpc("anvil_setBalance", [account.address, RICH]);
  const source = { kind: "nonce", address: account.address, nonce } as const;
  const request = { source, outputs: [{ to: TO, asset: { kind: "native" }, units: 1n }] } as const;
  const fee = await driver.estimateFee({ request, priority: "high", replaces: null }, never());
  const unsigned = await driver.prepareTransfer(request, fee, never());
  const [digest] = unsigned.signingRequests.map(({ message }) => `0x${Buffer.from(message).toString("hex")}` as const);
  if (digest === undefined) throw new Error("nothing to sign");
  const signature = Buffer.from((await account.sign({ hash: digest })).slice(2), "hex");
  signature[64] = (signature[64] ?? 27) - 27;
  return driver.assemble(unsigned, [signature]);
}
