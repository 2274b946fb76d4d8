import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { matching, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import { ChainIdentityError, ChainInconsistentError, ChainUnavailableError } from "@/lib/chains/errors";
import { type RpcCall, type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import type { Asset, Destination } from "@/lib/chains/facts";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { createKeys } from "@/lib/chains/solana/testing/keys";
import { type LocalSolana, startSolanaNode } from "@/lib/chains/solana/testing/solana-node";
import { send } from "@/lib/chains/solana/testing/solana-rig";

const SCALE = 1_000_000n;
const COMMON = { network: "sol", isSandbox: true, native: { symbol: "SOL", decimals: 9 } };

type Block = { previousBlockhash: string; parentSlot: number; transactions: { meta: { postBalances: number[] } }[] };

describe("reading Solana", () => {
  let solana: LocalSolana;
  let proxy: RpcProxy;
  const keys = createKeys();
  const owner = (): Destination => ({ address: keys.create(), memo: null });
  const mine = (blocks: number, slots = 0) => solana.control("mine", { blocks, slots });
  const driver = () => createSolanaDriver({ ...COMMON, urls: [proxy.url] });

  beforeAll(async () => {
    solana = await startSolanaNode();
    proxy = await startRpcProxy(solana.url);
  });
  afterAll(async () => {
    await proxy?.stop();
    await solana?.stop();
  });
  beforeEach(() => proxy.intercept(() => null));

  /** The node's real answer, for a lie that differs in one detail. */
  async function ask({ method, params }: RpcCall): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(solana.url, { method: "POST", headers: { "content-type": "application/json" }, body });
    return ((await response.json()) as { result: unknown }).result;
  }

  /** Scans from a height while the node misreports that block. */
  async function scanWithLie(fromHeight: number, ours: readonly Destination[], lie: (block: Block) => void) {
    const options = {
      transactionDetails: "accounts",
      rewards: false,
      commitment: "confirmed",
      maxSupportedTransactionVersion: 0,
    };
    const { height } = await driver().head(never());
    const block = (await ask({ method: "getBlock", params: [height, options] })) as Block;
    lie(block);
    proxy.intercept(({ method, params }) => {
      const [slot, details] = params as [number, { transactionDetails?: string }];
      const isLie = method === "getBlock" && slot === height && details.transactionDetails === "accounts";
      return isLie ? { kind: "answer", result: block } : null;
    });
    return scanFrom(driver(), fromHeight, ours);
  }

  it("continues over skipped slots, and returns the next block when a whole range was skipped", async () => {
    const to = owner();
    const before = await driver().head(never());
    await send(solana, [{ to, asset: NATIVE, units: SCALE }], false);
    await mine(1, 40);
    const head = await driver().head(never());
    expect(head.height).toBe(before.height + 41);
    expect(head.parentHash).toBe(before.hash);
    expect(await driver().blockAt(before.height + 7, never())).toBeNull();
    const empty = { fromHeight: before.height + 1, toHeight: before.height + 16, match: matching([to]) };
    const { blocks, transfers } = await driver().scan(empty, never());
    expect(blocks).toEqual([head]);
    expect(theOnly(transfers)).toMatchObject({ units: SCALE, block: head });
    await mine(1, 3);
    expect((await scanFrom(driver(), before.height + 1, [to])).blocks).toHaveLength(2);
  });

  it("distinguishes two recipients of one transaction, and their sender", async () => {
    const [first, second] = [owner(), owner()];
    const { faucet, tokens } = (await solana.control("describe")) as {
      faucet: string;
      tokens: Record<string, { address: string }>;
    };
    const usdt: Asset = { kind: "token", contract: tokens["USDT"]?.address ?? "" };
    const before = await driver().head(never());
    // More than a float represents exactly.
    const large = 2n ** 53n + 1n;
    const payments = [
      { to: first, asset: NATIVE, units: large },
      { to: second, asset: NATIVE, units: 2n * SCALE },
      { to: second, asset: usdt, units: large },
    ];
    const id = await send(solana, payments, false);
    await mine(1);
    const { transfers } = await scanFrom(driver(), before.height + 1, [first, second]);
    expect(transfers).toHaveLength(3);
    expect(new Set(transfers.map(({ position }) => position)).size).toBe(3);
    for (const { to, asset, units } of payments) {
      expect(transfers).toContainEqual(expect.objectContaining({ to, asset, units, from: faucet, transactionId: id }));
    }
    expect(await driver().balanceOf(first.address, NATIVE, null, never())).toBe(large);
    expect(await driver().balanceOf(second.address, usdt, null, never())).toBe(large);
  });

  it("finds deposits in tokens of Token-2022", async () => {
    const to = owner();
    const { contract } = await solana.control("token", {
      symbol: "NEW",
      name: "New",
      decimals: 8,
      program: "token-2022",
    });
    await mine(1);
    const asset: Asset = { kind: "token", contract: String(contract) };
    const before = await driver().head(never());
    await send(solana, [{ to, asset, units: 5n }], false);
    await mine(1);
    const { transfers } = await scanFrom(driver(), before.height + 1, [to]);
    expect(theOnly(transfers)).toMatchObject({ asset, units: 5n, to });
    expect(await driver().describeAsset(asset, never())).toEqual({ symbol: "NEW", decimals: 8 });
    expect(await driver().describeAsset({ kind: "token", contract: to.address }, never())).toBeNull();
    expect(await driver().balanceOf(to.address, { kind: "token", contract: owner().address }, null, never())).toBe(0n);
  });

  it("does not accept token accounts, mints and programs as wallets", async () => {
    const { tokens, faucet } = (await solana.control("describe")) as {
      faucet: string;
      tokens: Record<string, { address: string }>;
    };
    const mint = tokens["USDT"]?.address ?? "";
    const inspect = async (address: string) =>
      (await driver().inspectAddressByEach?.(address, never()))?.map(({ answer }) => answer);
    expect(await inspect(faucet)).toEqual([{ kind: "account", active: true }]);
    expect(await inspect(owner().address)).toEqual([{ kind: "account", active: false }]);
    expect(await inspect(mint)).toMatchObject([{ kind: "contract" }]);
    const options = { encoding: "base64" };
    const held = (await ask({ method: "getTokenAccountsByOwner", params: [faucet, { mint }, options] })) as {
      value: { pubkey: string }[];
    };
    expect(await inspect(held.value[0]?.pubkey ?? "")).toMatchObject([{ kind: "contract" }]);
  });

  it("rejects a node that links its blocks wrongly, leaves one out or sends amounts that are not integers", async () => {
    const to = owner();
    const before = await driver().head(never());
    await mine(1);
    await send(solana, [{ to, asset: NATIVE, units: SCALE }], false);
    await mine(1);
    const from = before.height + 1;
    const honest = await scanWithLie(from, [to], () => {});
    expect(theOnly(honest.transfers).units).toBe(SCALE);
    const otherHash = (block: Block) => {
      block.previousBlockhash = before.hash;
    };
    await expect(scanWithLie(from, [to], otherHash)).rejects.toThrow(ChainInconsistentError);
    const otherParent = (block: Block) => {
      block.parentSlot = before.height;
    };
    await expect(scanWithLie(from, [to], otherParent)).rejects.toThrow(ChainInconsistentError);
    const fraction = (block: Block) => {
      for (const { meta } of block.transactions) meta.postBalances[1] = 1.5;
    };
    await expect(scanWithLie(from, [to], fraction)).rejects.toThrow(ChainUnavailableError);
    proxy.intercept(({ method, params }) => {
      return method === "getBlocks" && params[0] === from ? { kind: "answer", result: [from + 1] } : null;
    });
    await expect(scanFrom(driver(), from, [to])).rejects.toThrow(ChainInconsistentError);
  });

  it("waits for a block that its node lists but does not return yet", async () => {
    await mine(2);
    const newest = await driver().head(never());
    proxy.intercept(({ method, params }) => {
      if (method === "getSlot") return { kind: "answer", result: newest.height + 1 };
      return method === "getBlock" && params[0] === newest.height
        ? { kind: "refuse", message: "Block not available" }
        : null;
    });
    // The refusal has the code of a failing node, not that of a missing block.
    await expect(driver().head(never())).rejects.toThrow(ChainUnavailableError);
    proxy.intercept(({ method }) => (method === "getSlot" ? { kind: "answer", result: newest.height + 1 } : null));
    expect(await driver().head(never())).toEqual(newest);
  });

  it("rejects nodes of two clusters", async () => {
    const two = createSolanaDriver({ ...COMMON, urls: [solana.url, proxy.url] });
    proxy.intercept(({ method }) => (method === "getGenesisHash" ? { kind: "answer", result: owner().address } : null));
    await two.head(never());
    await expect(two.identify(never())).rejects.toThrow(ChainIdentityError);
  });

  it("shows no credentials of its node", async () => {
    const url = new URL(proxy.url);
    url.username = "name";
    url.password = "pass word";
    url.searchParams.set("api-key", "secret");
    const guarded = createSolanaDriver({ ...COMMON, urls: [url.href] });
    expect((await guarded.head(never())).height).toBeGreaterThan(0);
    proxy.intercept(() => ({ kind: "cut" }));
    const failure = await guarded.head(never()).catch((error: unknown) => error);
    const told = JSON.stringify([String(failure), guarded.nodeHealth()]);
    expect(told).toContain(url.host);
    expect(told).not.toMatch(/pass|secret|name:/);
  });
});
