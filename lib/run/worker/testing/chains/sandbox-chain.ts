import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { z } from "zod";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { furnishWallets } from "@/lib/custody/hot-wallets";
import { fromBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";
import { driverConfigOf } from "@/lib/pricing/catalog/driver-config";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { copyFirstBlocks } from "@/lib/run/worker/testing/chains/monero-blocks";
import type { PlayChain, PlayCoin } from "@/lib/run/worker/testing/play-chain";
import type { MissingRequirement } from "@/lib/testing/unless";
import { coinChainsBlocker, startCoinChain } from "@/scripts/lib/sandbox/coin-chains.mjs";
import { moneroBlocker, startNodeChain } from "@/scripts/lib/sandbox/node-chains.mjs";

/** One network of each non-EVM family, as the sandbox starts it. */
export type SandboxCode = "ltc" | "tron" | "sol" | "ton" | "xmr";

const NATIVE: Readonly<Record<SandboxCode, PlayCoin>> = {
  ltc: { currency: "LTC", decimals: 8 },
  tron: { currency: "TRX", decimals: 6 },
  sol: { currency: "SOL", decimals: 9 },
  ton: { currency: "TON", decimals: 9 },
  xmr: { currency: "XMR", decimals: 12 },
};
const CALL_LIMIT_MS = 30_000;

/**
 * A real node of the sandbox, which mines automatically: soon after a transaction, and every few
 * seconds.
 */
export type SandboxChain = PlayChain & {
  /** Returns an address's balance on the node; `currency` null: in the network's own coin. */
  readonly held: (address: string, currency: string | null) => Promise<Decimal>;
  /**
   * Creates an address without payments, on networks where only the address's own wallet knows its
   * balance.
   */
  readonly createExternalAccount?: () => Promise<string>;
  /** Stops the node cleanly and restarts it: same port, same state. */
  readonly restart: () => Promise<void>;
  /** Advances the chain's time by this much at once. @throws Error if its node cannot */
  readonly advance: (seconds: number) => Promise<void>;
};

/** Returns what tests on this network lack on this machine. */
export function sandboxChainRequirement(code: SandboxCode): MissingRequirement {
  if (code === "ltc" && coinChainsBlocker([code]) !== null) return "no litecoind here";
  return code === "xmr" && moneroBlocker() !== null ? "no monerod and monero-wallet-rpc here" : null;
}

export async function startSandboxChain(code: SandboxCode): Promise<SandboxChain> {
  const folder = mkdtempSync(join(inject("runFolder"), `${code}-`));
  const children: ChildProcess[] = [];
  const killAll = () => children.map((child) => child.kill("SIGKILL"));
  process.once("exit", killAll);
  const start = code === "ltc" ? startCoinChain : startNodeChain;
  if (code === "xmr") await copyFirstBlocks(inject("runFolder"), folder);
  const started = await start(code, {
    ...{ folder, logFile: join(folder, "node.log"), memory: {} },
    onSpawn: (child) => void children.push(child),
  });
  const { node, description } = started;
  const { rpcUrl, payUrl, walletsUrl } = description;
  const tokens = Object.entries(description.tokens)
    .filter(([currency]) => isOffered(currency, code))
    .map(([currency, token]) => ({ currency, ...token }));
  const contractOf = (currency: string) => {
    const token = tokens.find((candidate) => candidate.currency === currency);
    if (token === undefined) throw new Error(`no ${currency} on ${code}`);
    return token.address;
  };
  let child = node.child;
  return {
    network: code,
    chainId: null,
    workerUrl: rpcUrl,
    sandbox: description,
    native: NATIVE[code],
    tokens,
    async pay(to, units, currency) {
      const contract = currency === null ? null : contractOf(currency);
      await post(payUrl, { outputs: [{ to, contract, units: units.toString() }] });
    },
    held: (address, currency) => readHeld(code, rpcUrl, address, currency),
    ...(walletsUrl === undefined ? {} : withWallets(walletsUrl)),
    async restart() {
      await end(child);
      child = await node.restart();
    },
    async advance(seconds) {
      await post(`${rpcUrl}/sandbox/advance`, { seconds });
      // A node validates transactions by the time of its newest block.
      await post(`${rpcUrl}/sandbox/mine`, { blocks: 2 });
    },
    async stop() {
      process.removeListener("exit", killAll);
      await end(child);
      await (node.close ?? node.stop)();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Monero: only its own wallet knows an address's balance, and the gateway's wallets must be given
 * its keys.
 */
function withWallets(walletsUrl: string): Pick<SandboxChain, "furnish" | "createExternalAccount" | "held"> {
  const front = new URL("/", walletsUrl).href;
  return {
    furnish: () => furnishWallets(walletsUrl),
    createExternalAccount: async () => stranger.parse(await post(`${front}sandbox/stranger`, {})).address,
    held: async (address) => {
      const { units } = holding.parse(await post(`${front}sandbox/held`, { address }));
      return fromBaseUnits(BigInt(units), NATIVE.xmr.decimals);
    },
  };
}

const stranger = z.object({ address: z.string() });
const holding = z.object({ units: z.string() });

/** A sandbox node has tokens that the catalog lacks. */
function isOffered(currency: string, network: string): boolean {
  return REVIEWED_SERVICES.some((service) => service.currency === currency && service.network === network);
}

/** Uses a driver of this process: the workers have their own. */
async function readHeld(code: SandboxCode, url: string, address: string, currency: string | null): Promise<Decimal> {
  const catalog = await loadCatalog();
  const service = catalog.service(currency ?? NATIVE[code].currency, code);
  if (service === null) throw new Error(`no ${currency} on ${code}`);
  const driver = await createDriver(driverConfigOf(catalog, code, [url]));
  const asset =
    service.contract === null ? { kind: "native" as const } : { kind: "token" as const, contract: service.contract };
  return fromBaseUnits(
    await driver.balanceOf(address, asset, null, AbortSignal.timeout(CALL_LIMIT_MS)),
    service.decimals,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(CALL_LIMIT_MS);
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
