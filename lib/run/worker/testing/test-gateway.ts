import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject, vi } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { closeDatabase, database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { createInvoice } from "@/lib/money-in/invoices/create-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { createUser } from "@/lib/people/identity/complete-setup";
import { issueApiKey } from "@/lib/people/keys/api-keys";
import { createMerchant, getMerchant } from "@/lib/people/merchants/create-merchant";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { refreshRates } from "@/lib/pricing/rates/refresh-rates";
import { scheduledSources } from "@/lib/pricing/rates/sources";
import type { PlayChain } from "@/lib/run/worker/testing/play-chain";
import { shareSettings } from "@/lib/run/worker/testing/settings";
import { bundleWorker, startWorkerProcess, type WorkerProcess } from "@/lib/run/worker/testing/worker-process";

/** A worker's start, including its first round trip to every node, on a busy machine. */
const READY_LIMIT_MS = 120_000;
const POLL_MS = 50;

export type TestGateway = {
  readonly merchantId: string;
  readonly paymentKey: string;
  readonly payoutKey: string;
  readonly startWorker: (settings?: Readonly<Record<string, string>>, args?: readonly string[]) => WorkerProcess;
  /**
   * From now on any worker that reaches this crash point dies there, as by SIGKILL; null disarms
   * it.
   */
  readonly crashAt: (point: CrashPoint | null) => void;
  /**
   * Waits until every network is scanned, addresses are available, and the hot wallets are funded.
   */
  readonly ready: () => Promise<void>;
  /** Creates an invoice in US dollars for one coin on one network. */
  readonly invoice: (terms: InvoiceTerms) => Promise<Invoice>;
  /** Ends every worker that still runs, and everything else. */
  readonly stop: () => Promise<void>;
};

export type InvoiceTerms = {
  readonly amount: string;
  readonly coin: string;
  readonly network: string;
  readonly callback?: string;
  readonly more?: Readonly<Record<string, unknown>>;
};

export type GatewayOptions = {
  readonly confirmations?: number;
  /** Node URLs of a network instead of its proxy's. */
  readonly nodeUrls?: Readonly<Record<string, string>>;
  readonly poolSize?: number;
  /** Disables sweeps: the gateway sends no transaction on a chain that the test manipulates. */
  readonly leavesDepositsInPlace?: boolean;
};

/**
 * Creates an installation with one merchant on these chains, without processes: the test starts and
 * ends workers. Each node is reached as its chain says: an EVM one through its proxy.
 */
export async function createTestGateway(
  chains: readonly PlayChain[],
  options: GatewayOptions = {},
): Promise<TestGateway> {
  const folder = mkdtempSync(join(inject("runFolder"), "gateway-"));
  const settings = settingsFor(chains, folder, options);
  shareSettings(settings);
  assertOwnSettings(settings);
  const file = await bundleWorker();
  await withTransaction(async (tx) => {
    await syncCatalog(tx);
    await applySandbox(tx, chains.map(toSandboxChain));
    if (options.confirmations) await tx.network.updateMany({ data: { confirmations: options.confirmations } });
    if (options.leavesDepositsInPlace) await switchSweepsOff(tx);
  });
  await refreshRates(
    scheduledSources().map(({ source }) => source),
    AbortSignal.timeout(READY_LIMIT_MS),
  );
  for (const chain of chains) await chain.furnish?.();
  const { merchantId, paymentKey, payoutKey } = await createShop();
  const workers: WorkerProcess[] = [];
  const crashFile = join(folder, "crash-point");
  return {
    merchantId,
    paymentKey,
    payoutKey,
    startWorker(settings = {}, args = []) {
      const worker = startWorkerProcess(file, { LOG_LEVEL: "warn", CRASH_POINT: crashFile, ...settings }, args);
      workers.push(worker);
      return worker;
    },
    crashAt(point) {
      // Renamed into place: a partial name must not be read.
      writeFileSync(`${crashFile}.new`, point ?? "");
      renameSync(`${crashFile}.new`, crashFile);
    },
    async ready() {
      await waitUntilReady(chains, poolSizeOf(options), workers);
      // This process's cached catalog is older than the watchers' first reports.
      clearCatalogCache();
    },
    invoice: async ({ amount, coin, network, callback, more }) => {
      clearCatalogCache();
      const asked = {
        amount,
        currency: "USD",
        to_currency: coin,
        network,
        order_id: randomUUID(),
        url_callback: callback,
        ...more,
      };
      return createInvoice(await getMerchant(merchantId), toInvoiceTerms(createInvoiceInput.parse(asked)));
    },
    async stop() {
      await Promise.all(workers.filter((worker) => !worker.hasEnded()).map((worker) => worker.end("SIGKILL")));
      await closeDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Settings are read once per process: with those of another gateway its networks would be audited
 * instead of these.
 */
function assertOwnSettings(settings: Readonly<Record<string, string>>): void {
  if (env().SANDBOX_FILE === settings["SANDBOX_FILE"]) return;
  throw new Error("the settings of this process were read before: a test file has one gateway");
}

function settingsFor(chains: readonly PlayChain[], folder: string, options: GatewayOptions): Record<string, string> {
  const sandboxFile = join(folder, "sandbox.json");
  const networks = chains.map(({ network, sandbox }) => [network, sandbox]);
  writeFileSync(sandboxFile, JSON.stringify({ networks: Object.fromEntries(networks) }));
  const nodes = chains.map(({ network, workerUrl }) => [
    `NODE_URLS_${network.toUpperCase()}`,
    options.nodeUrls?.[network] ?? workerUrl,
  ]);
  return {
    ...Object.fromEntries(nodes),
    SANDBOX_FILE: sandboxFile,
    SEED_KEY: randomBytes(32).toString("hex"),
    RATES_FILE: join(import.meta.dirname, "../../../pricing/rates/sandbox-rates.json"),
    ADDRESS_POOL_SIZE: String(poolSizeOf(options)),
    ADDRESS_POOL_REFILL_BELOW: String(poolSizeOf(options)),
  };
}

function poolSizeOf({ poolSize = 30 }: GatewayOptions): number {
  return poolSize;
}

function toSandboxChain({ network, chainId, tokens }: PlayChain) {
  return {
    network,
    chainId: chainId === null ? null : BigInt(chainId),
    tokens: tokens.map(({ currency, address, decimals }) => ({ currency, contract: address, decimals })),
  };
}

function createShop() {
  return withTransaction(async (tx) => {
    const person = { email: "owner@shop.test", name: "Owner", password: randomUUID(), isOperator: false };
    const owner = await createUser(tx, person);
    const merchant = await createMerchant(tx, { name: "Shop", ownerUserId: owner.id });
    const { secret: paymentKey } = await issueApiKey(tx, merchant.id, "payment");
    const { secret: payoutKey } = await issueApiKey(tx, merchant.id, "payout");
    return { merchantId: merchant.id, paymentKey, payoutKey };
  });
}

async function waitUntilReady(
  chains: readonly PlayChain[],
  poolSize: number,
  workers: readonly WorkerProcess[],
): Promise<void> {
  const networks = chains.map(({ network }) => network);
  const places = chains.reduce((sum, { tokens }) => sum + 1 + tokens.length, 0);
  await vi.waitFor(
    async () => {
      const isRead = { networkCode: { in: networks }, caughtUpAt: { not: null } };
      const read = await database().chainCursor.count({ where: isRead });
      const free = await database().address.count({ where: { assignedAt: null } });
      // Half of each wallet's funds is reserved right after it is booked.
      const funded = await database().journalEntry.count({ where: { kind: "treasury.fill" } });
      if (read === networks.length && free >= poolSize && funded === places) return;
      const state = `${read} of ${networks.length} networks read, ${free} addresses, ${funded} of ${places} wallets funded`;
      throw new Error([state, ...workers.map((worker) => worker.output())].join("\n"));
    },
    { timeout: READY_LIMIT_MS, interval: POLL_MS },
  );
}

async function switchSweepsOff(tx: Tx): Promise<void> {
  const services = await tx.service.findMany({ select: { currencyCode: true, networkCode: true } });
  const policies = services.map((service) => ({ ...service, isEnabled: false, amountMin: "1" }));
  await tx.sweepPolicy.createMany({ data: policies });
}
