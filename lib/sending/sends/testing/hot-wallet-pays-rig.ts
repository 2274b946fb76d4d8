import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { Asset } from "@/lib/chains/facts";
import { toAddress } from "@/lib/chains/solana/config";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { startSolanaNode } from "@/lib/chains/solana/testing/solana-node";
import { send } from "@/lib/chains/solana/testing/solana-rig";
import { recordHotWallets } from "@/lib/custody/hot-wallets";
import { derivationIndexOf } from "@/lib/custody/key-reference";
import { growKeyTree, type KeyTree } from "@/lib/custody/key-tree";
import { insertAddresses } from "@/lib/custody/repo";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { fromBaseUnits, toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { depositsCustody, hotCustody, inFlightCustody, operatorCapital } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { auditCustody } from "@/lib/ledger/audit-custody";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import { readChain } from "@/lib/money-in/deposits/read-chain";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { clearCatalogCache, loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { openSigner } from "@/lib/run/worker/drive-sends";
import { driveNetwork } from "@/lib/sending/sends/drive-network";
import { createEngine, type Engine } from "@/lib/sending/sends/engine";
import { settleHotReceipts } from "@/lib/sending/treasury/settle-hot-receipts";

const NETWORK = "sol";
/** A published test vector that holds no money. */
const MNEMONIC = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const ADDRESSES = 8;
const SOL: Asset = { kind: "native" };
const SOL_DECIMALS = 9;
const USDT_DECIMALS = 6;
const FUNDS = 10n ** 9n;
const LIMIT_MS = 60_000;
const STEPS = 4;
const TIMING: Engine["timing"] = {
  ...{ retryMs: 10, retryMaxMs: 20, rebroadcastMs: 0, replaceMs: 60_000, estimateMs: 0, watchMs: 0 },
};

export type HotWalletPaysRig = Awaited<ReturnType<typeof openHotWalletPays>>;

/**
 * The engine on a chain where the hot wallet pays the fees of deposit addresses: the sandbox's own
 * node, which mines blocks on demand. Payments to the gateway's addresses are booked by the test,
 * without an invoice.
 */
export async function openHotWalletPays() {
  const [node, keys] = [await startSolanaNode(), growKeyTree(MNEMONIC)];
  const { tokens } = (await node.control("describe")) as { tokens: Record<string, { address: string }> };
  const contract = tokens["USDT"]?.address ?? "";
  const usdt: Asset = { kind: "token", contract };
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    const listed = [{ currency: "USDT", contract, decimals: USDT_DECIMALS }];
    await applySandbox(tx, [{ network: NETWORK, chainId: null, tokens: listed }]);
    await tx.network.updateMany({ where: { code: NETWORK }, data: { confirmations: 1 } });
  });
  clearCatalogCache();
  Object.assign(env().nodeUrls, { [NETWORK]: [node.url] });
  const native = { symbol: "SOL", decimals: SOL_DECIMALS };
  const driver = createSolanaDriver({ network: NETWORK, isSandbox: true, native, urls: [node.url] });
  const [hotAddress, addresses] = await recordAddresses(keys);
  const mine = (blocks: number) => node.control("mine", { blocks });
  const pay = async (to: string, asset: Asset, units: bigint) => {
    await send(node, [{ to: { address: to, memo: null }, asset, units }], false);
    await mine(1);
  };
  let isHeld = false;
  const held = async (address: string, asset: Asset, decimals: number) =>
    fromBaseUnits(await driver.balanceOf(address, asset, null, AbortSignal.timeout(LIMIT_MS)), decimals);
  const step = async (engine: Engine) => {
    await readBlocks(driver);
    await driveNetwork(engine, AbortSignal.timeout(LIMIT_MS));
  };
  await readBlocks(driver);
  await pay(hotAddress, SOL, FUNDS);
  await readBlocks(driver);
  return {
    hotAddress,
    address: (index: number) => addresses[index] ?? "",
    mine,
    advance: (slots: number) => node.control("advance", { slots }),
    /** Creates another engine of the same hot wallet, like another worker's. */
    engine: () => {
      const broadcast: ChainDriver["broadcast"] = (signed, signal) => {
        if (isHeld) throw new ChainUnavailableError("nobody is reached");
        return driver.broadcast(signed, signal);
      };
      const parts = { networkCode: NETWORK, hotAddress, findSigner: openSigner(keys, "sol"), timing: TIMING };
      return createEngine({ ...parts, driver: { ...driver, broadcast } });
    },
    step,
    async steps(engine: Engine) {
      for (let count = 0; count < STEPS; count += 1) await step(engine);
    },
    /** While on, signed transactions reach no node. */
    hold: (isOn: boolean) => {
      isHeld = isOn;
    },
    /** Pays this many USDT from an external account to one of the gateway's addresses. */
    async receive(address: string, amount: string) {
      await pay(address, usdt, toBaseUnits(decimal(amount), USDT_DECIMALS));
      await book(depositsCustody(NETWORK, "USDT"), operatorCapital("USDT"), decimal(amount));
    },
    driver,
    /**
     * Pays this many USDT from an external account into an additional token account of one of the
     * gateway's addresses; returns the deposit's id.
     */
    async receiveApart(address: string, amount: string) {
      const { account } = (await node.control("account", { owner: address, contract })) as { account: string };
      await mine(1);
      await pay(account, usdt, toBaseUnits(decimal(amount), USDT_DECIMALS));
      await readBlocks(driver);
      const { id } = await database().deposit.findFirstOrThrow({ orderBy: { blockHeight: "desc" } });
      return id;
    },
    /**
     * Sends lamports from an external account to the token account of an address, without more of
     * the token.
     */
    async giveLamports(owner: string, units: bigint) {
      const [account] = await findAssociatedTokenPda({
        mint: toAddress(contract),
        owner: toAddress(owner),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      });
      await pay(account, SOL, units);
    },
    heldSol: (address: string) => held(address, SOL, SOL_DECIMALS),
    heldTokens: (address: string) => held(address, usdt, USDT_DECIMALS),
    bookedHot: () => findBalance(hotCustody(NETWORK, "SOL")),
    /**
     * Removes everything but this amount from the hot wallet's books; returns the removed amount.
     */
    async leaveInBooks(amount: Decimal) {
      const moved = (await findBalance(hotCustody(NETWORK, "SOL"))).minus(amount);
      await book(operatorCapital("SOL"), hotCustody(NETWORK, "SOL"), moved);
      return moved;
    },
    putBack: (amount: Decimal) => book(hotCustody(NETWORK, "SOL"), operatorCapital("SOL"), amount),
    /** Returns the audit's findings about the hot wallet's native coin. */
    async auditHot() {
      await readBlocks(driver);
      return (await auditCustody()).differences.filter((line) => line.startsWith("hot SOL"));
    },
    /**
     * Returns the audit's findings, except that no deposits correspond to what the test booked, and
     * what is in flight.
     */
    async listDiscrepancies() {
      const { differences } = await auditBooks();
      const inFlight = await findBalance(inFlightCustody(NETWORK, "SOL"));
      const discrepancies = differences.filter((line) => !line.startsWith("Deposit addresses hold"));
      return inFlight.isZero() ? discrepancies : [...discrepancies, `${inFlight.toFixed()} SOL are in flight`];
    },
    async stop() {
      await node.stop();
      await closeDatabase();
    },
  };
}

async function recordAddresses(keys: KeyTree): Promise<[string, string[]]> {
  await recordHotWallets(keys, ["sol"]);
  const rows = Array.from({ length: ADDRESSES }, (_, index) => {
    const address = keys.addressOf({ family: "sol", role: "deposit", index });
    const derivationIndex = derivationIndexOf({ role: "deposit", index });
    return { family: "sol" as const, derivationIndex, address, addressKey: address };
  });
  await insertAddresses(rows);
  return [keys.addressOf({ family: "sol", role: "hot", index: 0 }), rows.map(({ address }) => address)];
}

/** Reads blocks like the network's watcher, and books receipts of the hot wallet. */
async function readBlocks(driver: ChainDriver): Promise<void> {
  const network = (await loadCatalog()).network(NETWORK);
  if (network === null) throw new Error(`no ${NETWORK}`);
  while ((await readChain(driver, { ...network, needsSecondNode: false }, AbortSignal.timeout(LIMIT_MS))) === "more");
  const { ownerId } = await database().address.findFirstOrThrow({ where: { family: "sol", ownerKind: "hot" } });
  if (ownerId !== null) await settleHotReceipts(ownerId);
}

let booked = 0;

async function book(debit: ReturnType<typeof hotCustody>, credit: ReturnType<typeof hotCustody>, amount: Decimal) {
  booked += 1;
  const entry = { kind: "capital.move" as const, reference: `test:${booked}`, groupId: "test" };
  await withTransaction((tx) => postEntry(tx, { ...entry, legs: [{ debit, credit, amount }] }));
}
