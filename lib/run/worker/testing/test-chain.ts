import { vi } from "vitest";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import {
  createExternalAccount,
  type ExternalAccount,
  encodeTokenTransfer,
  encodeTokenTransfers,
} from "@/lib/chains/evm/testing/external-account";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { compileTestToken } from "@/lib/chains/evm/testing/test-token";
import { networkOf } from "@/lib/chains/networks/networks";
import type { PlayChain } from "@/lib/run/worker/testing/play-chain";

/**
 * Accounts of anvil's own mnemonic: the first pays, the second creates noise, the last is the
 * sandbox's faucet.
 */
const PAYER = 0;
const NOISE = 1;
const FAUCET = 9;
const ACCOUNTS = 10;

/**
 * Enough for the gateway's hot wallets, whatever the token's decimals; the payer keeps at least as
 * much.
 */
const FAUCET_UNITS = 10n ** 30n;

/** Below a block's limit, and enough for a few hundred transfers. */
const GAS_MANY = 25_000_000n;

const IN_BLOCK_LIMIT_MS = 30_000;
const IN_BLOCK_POLL_MS = 5;

const NATIVE_DECIMALS = 18;
export type TestToken = { readonly currency: string; readonly address: `0x${string}`; readonly decimals: number };

export type TestChainSpec = {
  readonly network: string;
  readonly chainId: number;
  readonly tokens: Readonly<Record<string, number>>;
  readonly flags?: readonly string[];
};

/**
 * One network of a test: a real node, a proxy that can be disturbed, tokens, and external payers.
 */
export type TestChain = Omit<PlayChain, "chainId" | "tokens" | "pay"> & {
  readonly chainId: number;
  readonly anvil: Anvil;
  readonly proxy: RpcProxy;
  readonly payer: ExternalAccount;
  readonly noise: ExternalAccount;
  /** Unlocked on the node. */
  readonly faucet: string;
  readonly token: (currency: string) => TestToken;
  readonly tokens: readonly TestToken[];
  /** A token that no catalog knows. */
  readonly oddToken: `0x${string}`;
  readonly mine: (blocks: number) => Promise<void>;
  readonly height: () => Promise<number>;
  /**
   * Sends base units of the network's coin or of a token; returns the transaction id once it is in
   * a block.
   */
  readonly pay: (to: string, units: bigint, currency: string | null) => Promise<`0x${string}`>;
  /** Sends several token payments in one transaction, with the gas that they need. */
  readonly payMany: (payments: readonly { to: string; units: bigint }[], currency: string) => Promise<`0x${string}`>;
  /**
   * Replaces the last `depth` blocks; the named transactions are included again behind another one
   * that emits logs.
   */
  readonly reorganise: (depth: number, reinclude: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startTestChain(spec: TestChainSpec): Promise<TestChain> {
  const anvil = await startAnvil({ chainId: spec.chainId, flags: spec.flags ?? [] });
  const proxy = await startRpcProxy(anvil.url);
  try {
    return await furnish(spec, anvil, proxy);
  } catch (error) {
    await Promise.all([proxy.stop(), anvil.stop()]);
    throw error;
  }
}

async function furnish(spec: TestChainSpec, anvil: Anvil, proxy: RpcProxy): Promise<TestChain> {
  const [payer, noise] = [createExternalAccount(anvil, PAYER), createExternalAccount(anvil, NOISE)];
  const accounts = (await anvil.rpc("eth_accounts")) as readonly string[];
  for (const account of accounts.slice(0, ACCOUNTS))
    await anvil.rpc("anvil_setBalance", [account, `0x${(10n ** 27n).toString(16)}`]);
  const { tokens, oddToken } = await deployTokens(spec, payer, noise);
  const faucet = accounts[FAUCET] ?? "";
  for (const { address } of tokens) await payer.send({ to: address, data: encodeTokenTransfer(faucet, FAUCET_UNITS) });
  const mine = async (blocks: number) => void (await anvil.rpc("anvil_mine", [blocks]));
  await mine(2);
  const token = (currency: string) => {
    const found = tokens.find((candidate) => candidate.currency === currency);
    if (found === undefined) throw new Error(`no ${currency} on ${spec.network}`);
    return found;
  };
  const described = tokens.map(({ currency, address, decimals }) => [currency, { address, decimals }]);
  return {
    network: spec.network,
    chainId: spec.chainId,
    workerUrl: proxy.url,
    sandbox: { rpcUrl: anvil.url, chainId: spec.chainId, faucet, tokens: Object.fromEntries(described) },
    native: { currency: nativeOf(spec.network), decimals: NATIVE_DECIMALS },
    anvil,
    proxy,
    payer,
    noise,
    faucet,
    token,
    tokens,
    oddToken,
    mine,
    height: async () => Number.parseInt((await anvil.rpc("eth_blockNumber")) as string, 16),
    pay: async (to, units, currency) =>
      inBlock(anvil, await pay(payer, to, units, currency === null ? null : token(currency).address)),
    payMany: async (payments, currency) => {
      const call = { to: token(currency).address, data: encodeTokenTransfers(payments), gas: GAS_MANY };
      return inBlock(anvil, await payer.send(call));
    },
    reorganise: (depth, reinclude) => reorganise({ anvil, payer, noise, oddToken }, depth, reinclude),
    async stop() {
      await proxy.stop();
      await anvil.stop();
    },
  };
}

function nativeOf(network: string): string {
  const record = networkOf(network);
  if (record?.family !== "evm") throw new Error(`${network} is no network of the EVM family`);
  return record.native.currency;
}

async function deployTokens(spec: TestChainSpec, payer: ExternalAccount, noise: ExternalAccount) {
  const bytecode = compileTestToken();
  const tokens: TestToken[] = [];
  for (const [currency, decimals] of Object.entries(spec.tokens)) {
    tokens.push({ currency, decimals, address: await payer.deployToken(bytecode, currency, decimals) });
  }
  return { tokens, oddToken: await noise.deployToken(bytecode, "ODD", 18) };
}

function pay(
  payer: ExternalAccount,
  to: string,
  units: bigint,
  contract: `0x${string}` | null,
): Promise<`0x${string}`> {
  if (contract === null) return payer.send({ to: to as `0x${string}`, value: units });
  return payer.send({ to: contract, data: encodeTokenTransfer(to, units) });
}

/** The node accepts a transaction shortly before it mines the block. */
export async function inBlock(anvil: Anvil, transaction: `0x${string}`): Promise<`0x${string}`> {
  await vi.waitFor(
    async () => {
      const receipt = (await anvil.rpc("eth_getTransactionReceipt", [transaction])) as { status: string } | null;
      if (receipt?.status !== "0x1")
        throw new Error(`${transaction}: ${receipt === null ? "not in a block" : "failed"}`);
    },
    { timeout: IN_BLOCK_LIMIT_MS, interval: IN_BLOCK_POLL_MS },
  );
  return transaction;
}

/** The noise is included first, so that the log indexes of what follows shift. */
async function reorganise(
  parts: Pick<TestChain, "anvil" | "payer" | "noise" | "oddToken">,
  depth: number,
  reinclude: readonly string[],
): Promise<void> {
  const { anvil, payer, noise, oddToken } = parts;
  const count = (await anvil.rpc("eth_getTransactionCount", [noise.address, "latest"])) as string;
  const call = { to: oddToken, data: encodeTokenTransfer(noise.address, 1n) };
  const first = await noise.signOnly(call, Number.parseInt(count, 16));
  await anvil.rpc("anvil_reorg", [depth, [first, ...reinclude.map(payer.rawOf)].map((raw) => [raw, depth - 1])]);
}
