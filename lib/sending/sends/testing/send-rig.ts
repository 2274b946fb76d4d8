import type { ChainDriver } from "@/lib/chains/driver";
import { CALL_LIMIT_MS } from "@/lib/chains/evm/config";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { recordHotWallets } from "@/lib/custody/hot-wallets";
import { growKeyTree, type KeyTree } from "@/lib/custody/key-tree";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, inFlightCustody, operatorCapital } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { openSigner } from "@/lib/run/worker/drive-sends";
import { until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { driveNetwork } from "@/lib/sending/sends/drive-network";
import { createEngine, type Engine } from "@/lib/sending/sends/engine";

const LIMIT_MS = 120_000;

/** A published test vector that holds no money. */
const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const NETWORK = "eth";

/** A network with a funded hot wallet, and engines that a test drives step by step. */
export type SendRig = {
  readonly chain: TestChain;
  readonly hotAddress: string;
  /**
   * Creates another engine of the same hot wallet, like another worker's. It queries the node
   * through the chain's proxy with the timeout of every worker, unless `callLimitMs` says
   * otherwise.
   */
  readonly engine: (timing?: Partial<Engine["timing"]>, callLimitMs?: number) => Promise<Engine>;
  /** Returns what an address holds on the chain. */
  readonly onChain: (address: string, currency: string) => Promise<Decimal>;
  /** Adds funds of a coin to the hot wallet, on the chain and in the books. */
  readonly fund: (currency: string, amount: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Short, so that no test waits for what takes minutes on a real network. */
const TIMING: Engine["timing"] = {
  retryMs: 50,
  retryMaxMs: 200,
  rebroadcastMs: 200,
  replaceMs: 60_000,
  estimateMs: 3_000,
  watchMs: 0,
};

export async function openSendRig(
  options: { confirmations?: number; flags?: readonly string[] } = {},
): Promise<SendRig> {
  const flags = options.flags ?? [];
  const chain = await startTestChain({ network: NETWORK, chainId: 1, tokens: { USDT: 6 }, flags });
  const keys = growKeyTree(MNEMONIC);
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    const tokens = chain.tokens.map(({ currency, address, decimals }) => ({ currency, contract: address, decimals }));
    await applySandbox(tx, [{ network: NETWORK, chainId: 1n, tokens }]);
    await tx.network.updateMany({ data: { confirmations: options.confirmations ?? 1 } });
  });
  clearCatalogCache();
  await recordHotWallets(keys, ["evm"]);
  const hotAddress = keys.addressOf({ family: "evm", role: "hot", index: 0 });
  const driver = await openDriver(chain);
  const onChain = (address: string, currency: string) => balanceOn(driver, address, currency);
  const rig: SendRig = {
    chain,
    hotAddress,
    engine: (timing = {}, callLimitMs = CALL_LIMIT_MS) =>
      newEngine({ chain, keys, hotAddress, callLimitMs }, { ...TIMING, ...timing }),
    onChain,
    fund: (currency, amount) => fund(chain, hotAddress, currency, amount),
    async stop() {
      await chain.stop();
      await closeDatabase();
    },
  };
  await rig.fund("ETH", "100");
  await rig.fund("USDT", "100000");
  return rig;
}

async function openDriver({ chainId, proxy }: TestChain, callLimitMs = CALL_LIMIT_MS): Promise<ChainDriver> {
  const config = driverConfigOf(await loadCatalog(), NETWORK, [proxy.url]);
  return createEvmDriver({ ...config, chainId, callLimitMs });
}

type EngineParts = {
  readonly chain: TestChain;
  readonly keys: KeyTree;
  readonly hotAddress: string;
  readonly callLimitMs: number;
};

async function newEngine({ chain, keys, hotAddress, callLimitMs }: EngineParts, timing: Engine["timing"]) {
  const [driver, findSigner] = [await openDriver(chain, callLimitMs), openSigner(keys, "evm")];
  return createEngine({ networkCode: NETWORK, driver, hotAddress, findSigner, timing });
}

async function serviceOf(currency: string) {
  const service = (await loadCatalog()).service(currency, NETWORK);
  if (service === null) throw new Error(`no ${currency} on ${NETWORK}`);
  return service;
}

async function balanceOn(driver: ChainDriver, address: string, currency: string): Promise<Decimal> {
  const { contract, decimals } = await serviceOf(currency);
  const asset = contract === null ? ({ kind: "native" } as const) : ({ kind: "token", contract } as const);
  return fromBaseUnits(await driver.balanceOf(address, asset, null, AbortSignal.timeout(60_000)), decimals);
}

async function fund(chain: TestChain, hotAddress: string, currency: string, amount: string): Promise<void> {
  const { decimals, contract } = await serviceOf(currency);
  const units = toBaseUnits(decimal(amount), decimals);
  const transactionId = await chain.pay(hotAddress, units, contract === null ? null : currency);
  const legs = [{ debit: hotCustody(NETWORK, currency), credit: operatorCapital(currency), amount: decimal(amount) }];
  const entry = { kind: "capital.fund" as const, reference: transactionId, groupId: "test", legs };
  await withTransaction((tx) => postEntry(tx, entry));
}

/**
 * Reads blocks up to the head, like the network's watcher: nothing is settled before it has been
 * read.
 */
export async function readBlocks({ driver, networkCode }: Engine): Promise<void> {
  const network = (await loadCatalog()).network(networkCode);
  if (network === null) throw new Error(`no ${networkCode}`);
  while ((await readChain(driver, { ...network, needsSecondNode: false }, AbortSignal.timeout(LIMIT_MS))) === "more");
}

/** Runs steps until nothing is queued or in flight. A step that fails, as nodes do, is repeated. */
export async function driveUntilDone(engine: Engine, limitMs = LIMIT_MS): Promise<void> {
  await until(async () => {
    await readBlocks(engine);
    await driveNetwork(engine, AbortSignal.timeout(limitMs));
    const open = await database().send.count({ where: { status: { in: ["queued", "sending"] } } });
    if (open > 0) throw new Error(`${open} sends are not final`);
  }, limitMs);
}

/** Runs one step after reading blocks. */
export async function step(engine: Engine): Promise<void> {
  await readBlocks(engine);
  await driveNetwork(engine, AbortSignal.timeout(LIMIT_MS));
}

/** Expects consistent books, nothing in flight, and a hot wallet that matches the chain. */
export async function expectSettledBooks(rig: SendRig): Promise<void> {
  const { differences } = await auditBooks();
  const problems = [...differences];
  for (const currency of ["ETH", "USDT"]) {
    const inFlight = await findBalance(inFlightCustody(NETWORK, currency));
    if (!inFlight.isZero()) problems.push(`${inFlight.toFixed()} ${currency} are in flight`);
    const booked = await findBalance(hotCustody(NETWORK, currency));
    const held = await rig.onChain(rig.hotAddress, currency);
    if (!booked.equals(held)) problems.push(`${currency}: books ${booked.toFixed()}, chain ${held.toFixed()}`);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
