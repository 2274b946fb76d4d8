import { secp256k1 } from "@noble/curves/secp256k1.js";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import type { ScriptPayment } from "@/lib/chains/bitcoin-like/testing/coin-station";
import type { ChainDriver } from "@/lib/chains/driver";
import { encodeBitcoinAddress } from "@/lib/custody/addresses/bitcoin-family";
import { recordHotWallets } from "@/lib/custody/hot-wallets";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { driveNetwork } from "@/lib/sending/sends/drive-network";
import { createEngine, type Engine, type FindSigner } from "@/lib/sending/sends/engine";
import { settleHotReceipts } from "@/lib/sending/treasury/settle-hot-receipts";

const LIMIT_MS = 240_000;
const RECEIPTS_AT_ONCE = 100;
const NOW = { retryMs: 10, retryMaxMs: 20, rebroadcastMs: 0, replaceMs: 600_000, estimateMs: 0, watchMs: 0 } as const;

type Family = "dash" | "doge" | "bch";

/** A chain on which external accounts pay scripts, and blocks are mined on demand. */
type FakeCoinChain = {
  readonly url: string;
  readonly pay: (payments: readonly ScriptPayment[]) => Promise<string>;
  readonly mine: (blocks: number) => Promise<void>;
};

/** The engine on a chain of this kind; only the gateway uses the text form of addresses. */
export type CoinChainSends = {
  readonly driver: ChainDriver;
  /** Creates a driver without any state, as after a restart. */
  readonly anew: () => ChainDriver;
  readonly hotAddress: string;
  readonly engine: Engine;
  readonly externalAddress: () => string;
  /** Pays one output each to the hot wallet, in a block, and books them. */
  readonly fund: (units: readonly bigint[]) => Promise<void>;
  /** Reads blocks and books what is due. */
  readonly read: () => Promise<void>;
  /** Reads and books, and runs one step of the engine. */
  readonly step: () => Promise<void>;
  /** Like `step`, with another driver of this chain. */
  readonly stepWith: (driver: ChainDriver) => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function openCoinChainSends(
  family: Family,
  confirmations: number,
  chain: FakeCoinChain,
): Promise<CoinChainSends> {
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    await applySandbox(tx, [{ network: family, chainId: null, tokens: [] }]);
    await tx.network.updateMany({ where: { code: family }, data: { confirmations } });
  });
  clearCatalogCache();
  const keys = createKeys(family);
  const hotAddress = keys.create();
  await recordHotWallets({ addressOf: () => hotAddress }, [family]);
  const native = { symbol: family.toUpperCase(), decimals: 8 };
  const anew = () => createBitcoinLikeDriver({ network: family, family, isSandbox: true, urls: [chain.url], native });
  const driver = anew();
  const engine = createEngine({ networkCode: family, driver, hotAddress, findSigner: keys.find, timing: NOW });
  const read = async () => {
    await readBlocks(driver, family);
    await bookReceipts();
  };
  const stepWith = async (other: ChainDriver) => {
    await read();
    await driveNetwork({ ...engine, driver: other }, AbortSignal.timeout(LIMIT_MS));
  };
  return {
    driver,
    anew,
    hotAddress,
    engine,
    externalAddress: keys.create,
    async fund(units) {
      // The external account pays a flat fee, so with more outputs the transaction would be below
      // the relay fee.
      const scriptHex = scriptOfAddress(family, hotAddress);
      for (let from = 0; from < units.length; from += RECEIPTS_AT_ONCE) {
        const some = units.slice(from, from + RECEIPTS_AT_ONCE);
        await chain.pay(some.map((each) => ({ scriptHex, units: each })));
      }
      await chain.mine(confirmations);
      await read();
    },
    read,
    step: () => stepWith(driver),
    stepWith,
    stop: closeDatabase,
  };
}

async function readBlocks(driver: ChainDriver, code: string): Promise<void> {
  const network = (await loadCatalog()).network(code);
  if (network === null) throw new Error(`no ${code}`);
  while ((await readChain(driver, { ...network, needsSecondNode: false }, AbortSignal.timeout(LIMIT_MS))) === "more");
}

async function bookReceipts(): Promise<void> {
  const [wallet] = await database().deposit.findMany({
    where: { ownerKind: "hot", ownerId: { not: null } },
    distinct: ["ownerId"],
    select: { ownerId: true },
  });
  if (wallet?.ownerId != null) await settleHotReceipts(wallet.ownerId);
}

function createKeys(family: Family): { create: () => string; find: FindSigner } {
  const secrets = new Map<string, Uint8Array>();
  return {
    create() {
      const { secretKey, publicKey } = secp256k1.keygen();
      const address = encodeBitcoinAddress(family, publicKey);
      secrets.set(address, secretKey);
      return address;
    },
    find: async (address) => {
      const secret = secrets.get(address);
      if (secret === undefined) throw new Error(`no key of ${address}`);
      return (requests) =>
        requests.map(({ message }) => {
          const recovered = secp256k1.sign(message, secret, { prehash: false, lowS: true, format: "recovered" });
          return Uint8Array.from([...recovered.slice(1), recovered[0] ?? 0]);
        });
    },
  };
}
