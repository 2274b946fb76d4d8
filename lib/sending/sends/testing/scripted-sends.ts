import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { ChainDriver } from "@/lib/chains/driver";
import { createScriptedDriver } from "@/lib/chains/scripted/create-scripted-driver";
import { createScriptedChain, type ScriptedChain } from "@/lib/chains/scripted/scripted-chain";
import { createScriptedNode, type ScriptedNode } from "@/lib/chains/scripted/scripted-node";
import { addressOfKey, idOf } from "@/lib/chains/scripted/scripted-transaction";
import { recordHotWallets } from "@/lib/custody/hot-wallets";
import { insertAddresses } from "@/lib/custody/repo";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { inFlightCustody } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { driveNetwork } from "@/lib/sending/sends/drive-network";
import { createEngine, type Engine, type FindSigner, ForeignAddressError } from "@/lib/sending/sends/engine";
import type { OutflowRules } from "@/lib/sending/sends/outflow-rules";
import { settleHotReceipts } from "@/lib/sending/treasury/settle-hot-receipts";

/**
 * The real network whose catalog entry the scripted chain uses. On TON one confirmation is
 * sufficient, even outside the sandbox.
 */
const PLACES = {
  coins: { network: "btc", family: "btc", coin: "BTC" },
  expiring: { network: "ton", family: "ton", coin: "TON" },
} as const;
const LIMIT_MS = 60_000;
const TIMING: Engine["timing"] = {
  retryMs: 10,
  retryMaxMs: 20,
  rebroadcastMs: 0,
  replaceMs: 60_000,
  estimateMs: 0,
  watchMs: 0,
};

/**
 * The engine on a scripted chain whose transactions spend UTXOs or expire: any fault can be
 * simulated, and nothing waits for a clock.
 */
export type ScriptedSends = {
  readonly network: string;
  readonly coin: string;
  readonly chain: ScriptedChain;
  readonly nodes: readonly ScriptedNode[];
  readonly driver: ChainDriver;
  readonly hotAddress: string;
  /** Creates another engine of the same hot wallet, like another worker's. */
  readonly engine: (timing?: Partial<Engine["timing"]>, rules?: OutflowRules) => Engine;
  /** Returns an external address. */
  readonly externalAddress: () => string;
  /** Returns an unassigned address of the gateway, watched like any other. */
  readonly ownAddress: () => Promise<string>;
  /** Pays an address, in a block; returns the transaction's id. */
  readonly pay: (address: string, amount: string) => string;
  /** Like `pay`, in one transaction with several outputs. */
  readonly payTogether: (address: string, amounts: readonly string[]) => string;
  /** Runs one step after reading blocks and booking receipts of the hot wallet. */
  readonly step: (engine: Engine) => Promise<void>;
  /** Returns what an address received on the chain and has not sent. */
  readonly held: (address: string) => Promise<Decimal>;
  readonly stop: () => Promise<void>;
};

export async function openScriptedSends(shape: keyof typeof PLACES, confirmations = 1): Promise<ScriptedSends> {
  const { network, family, coin } = PLACES[shape];
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    await applySandbox(tx, [{ network, chainId: null, tokens: [] }]);
    await tx.network.updateMany({ where: { code: network }, data: { confirmations } });
  });
  clearCatalogCache();
  const chain = createScriptedChain(network);
  const nodes = [createScriptedNode(chain, "first"), createScriptedNode(chain, "second")];
  const keys = createKeys(shape);
  const hotAddress = keys.create();
  await recordHotWallets({ addressOf: () => hotAddress }, [family]);
  const native = (await loadCatalog()).service(coin, network);
  if (native === null) throw new Error(`no ${coin} on ${network}`);
  const { decimals } = native;
  const driver = createScriptedDriver({
    ...{ network, family, shape, nodes, genesisHash: null },
    native: { symbol: coin, decimals },
    tokens: new Map(),
    parseAddress: (text) => text,
  });
  let counted = 0;
  const payTogether = (address: string, amounts: readonly string[]) => {
    counted += 1;
    const id = idOf(`payment ${counted}`);
    const to = { address, memo: null };
    const asset = { kind: "native" as const };
    const outputs = amounts.map((amount) => ({ to, asset, units: toBaseUnits(decimal(amount), decimals) }));
    chain.submit({ id, from: null, outputs, feeUnits: 0n, spends: null, fails: false });
    chain.mine(1);
    return id;
  };
  const parts = { networkCode: network, driver, hotAddress, findSigner: keys.find };
  const engine = (timing: Partial<Engine["timing"]> = {}, rules?: OutflowRules) =>
    createEngine({ ...parts, timing: { ...TIMING, ...timing } }, rules);
  return {
    network,
    coin,
    chain,
    nodes,
    driver,
    hotAddress,
    engine,
    externalAddress: keys.createForeign,
    ownAddress: () => ownAddress(family, keys.create()),
    pay: (address, amount) => payTogether(address, [amount]),
    payTogether,
    step: async (of) => {
      await readBlocks(driver, network);
      await bookReceipts();
      await driveNetwork(of, AbortSignal.timeout(LIMIT_MS));
    },
    held: async (address) =>
      fromBaseUnits(await driver.balanceOf(address, { kind: "native" }, null, AbortSignal.timeout(LIMIT_MS)), decimals),
    stop: closeDatabase,
  };
}

/**
 * Returns the audit's findings and what is in flight: empty when everything has completed
 * correctly.
 */
export async function listDiscrepancies({ network, coin }: ScriptedSends): Promise<string[]> {
  const { differences } = await auditBooks();
  const inFlight = await findBalance(inFlightCustody(network, coin));
  return inFlight.isZero() ? [...differences] : [...differences, `${inFlight.toFixed()} ${coin} are in flight`];
}

async function readBlocks(driver: ChainDriver, code: string): Promise<void> {
  const network = (await loadCatalog()).network(code);
  if (network === null) throw new Error(`no ${code}`);
  while ((await readChain(driver, { ...network, needsSecondNode: false }, AbortSignal.timeout(LIMIT_MS))) === "more");
}

async function bookReceipts(): Promise<void> {
  const owners = await database().deposit.findMany({
    where: { ownerKind: "hot", ownerId: { not: null } },
    distinct: ["ownerId"],
    select: { ownerId: true },
  });
  for (const { ownerId } of owners) if (ownerId !== null) await settleHotReceipts(ownerId);
}

async function ownAddress(family: "btc" | "ton", address: string): Promise<string> {
  const derivationIndex = await database().address.count({ where: { family, derivationIndex: { gte: 0 } } });
  await insertAddresses([{ family, derivationIndex, address, addressKey: address }]);
  return address;
}

/** `createForeign`: an address whose key is unknown here. */
function createKeys(shape: keyof typeof PLACES) {
  const secrets = new Map<string, Uint8Array>();
  const isEdwards = shape === "expiring";
  const newKey = () => {
    const { secretKey, publicKey } = isEdwards ? ed25519.keygen() : secp256k1.keygen();
    return { secretKey, address: addressOfKey(publicKey) };
  };
  const find: FindSigner = async (address) => {
    const secret = secrets.get(address);
    if (secret === undefined) throw new ForeignAddressError(`no key of ${address}`);
    return (requests) =>
      requests.map(({ message }) =>
        isEdwards
          ? ed25519.sign(message, secret)
          : Uint8Array.from([...secp256k1.sign(message, secret, { prehash: false }), 0]),
      );
  };
  const create = () => {
    const { secretKey, address } = newKey();
    secrets.set(address, secretKey);
    return address;
  };
  return { create, createForeign: () => newKey().address, find };
}
