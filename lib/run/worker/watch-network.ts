import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError, ForeignWalletError } from "@/lib/chains/errors";
import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { attestDeposits } from "@/lib/money-in/deposits/attest-deposits";
import { expectDeposits, newAttestationMemory } from "@/lib/money-in/deposits/attestation-memory";
import { newReadMemory, readChain } from "@/lib/money-in/deposits/read-chain";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";
import { checkGenesis, stopNetwork } from "@/lib/money-in/deposits/stop-network";
import { contradictsDecimals, verifyServices } from "@/lib/pricing/catalog/verify-services";
import { pause } from "@/lib/run/worker/every";
import { holdLock } from "@/lib/run/worker/network-lock";
import { notifySends } from "@/lib/sending/sends/repo";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Creates the check of a network's tokens that a watcher calls before each scan step: it queries
 * the node at its first call and then each hour, or each minute while something differs, so that a
 * single wrong response does not disable a service for long. The first check must succeed, because
 * decimals determine what a payment is worth; a later one that fails is retried in a minute.
 */
function createVerifier(driver: ChainDriver, networkCode: string): (signal: AbortSignal) => Promise<void> {
  let nextAt = 0;
  let wasVerified = false;
  return async (signal) => {
    if (Date.now() < nextAt) return;
    try {
      nextAt = Date.now() + ((await verifyNow(driver, networkCode, signal)) ? HOUR_MS : MINUTE_MS);
      wasVerified = true;
    } catch (error) {
      if (!wasVerified) throw error;
      nextAt = Date.now() + MINUTE_MS;
      log().warn({ network: networkCode, err: error }, "the network's tokens could not be verified");
    }
  };
}

/** Returns whether the node agrees in everything. */
async function verifyNow(driver: ChainDriver, networkCode: string, signal: AbortSignal): Promise<boolean> {
  const verifications = await verifyServices(driver, networkCode, signal);
  if (!verifications.some(({ mismatch }) => contradictsDecimals(mismatch))) {
    await withTransaction((tx) => clearAlarm(tx, { kind: "amount-unreadable", subject: networkCode }));
  }
  return verifications.every(({ mismatch }) => mismatch === null);
}

const RETRY_ERROR_MS_MIN = 1_000;
const RETRY_ERROR_MS_MAX = 30_000;

export type Watched = {
  readonly driver: ChainDriver;
  readonly network: ReadNetwork;
  /** One driver for each host that runs its nodes. */
  readonly witnesses: readonly ChainDriver[];
};

/**
 * Scans one network until the worker stops, in one worker at a time. That saves work, and is not
 * what makes it safe (see readChain). After a scan without news it waits for `pollMs()`. Nothing is
 * scanned before the nodes have proven to be on the chain that was scanned before, and the decimals
 * of their tokens. Deposits that need a second node are asked about meanwhile: a slow node does not
 * delay the reading.
 */
export function watchNetwork(watched: Watched, pollMs: () => Promise<number>, signal: AbortSignal): Promise<void> {
  return holdLock(watched.network.code, signal, (held) => watchUnderLock(watched, pollMs, held));
}

/**
 * Begins rounds of {@link attestDeposits}, one at a time; `isNews`: blocks were read since, so one
 * follows that looks at them.
 */
function createAttestor({ network, witnesses }: Watched, signal: AbortSignal) {
  const memory = newAttestationMemory();
  let round: Promise<void> | null = null;
  let isNewsLeft = false;
  const run = async () => {
    do {
      if (isNewsLeft) expectDeposits(memory);
      isNewsLeft = false;
      await attestDeposits({ network, witnesses, memory }, signal).catch((error: unknown) => {
        if (!signal.aborted) log().warn({ network: network.code, err: error }, "asking a second node failed");
      });
    } while (isNewsLeft && !signal.aborted);
    round = null;
  };
  return {
    begin(isNews: boolean) {
      isNewsLeft ||= isNews;
      round ??= run();
    },
    end: async () => void (await round),
  };
}

async function watchUnderLock(watched: Watched, pollMs: () => Promise<number>, signal: AbortSignal): Promise<void> {
  const { driver, network } = watched;
  const attestor = createAttestor(watched, signal);
  const verify = createVerifier(driver, network.code);
  const memory = newReadMemory();
  let [failures, lookMs] = [0, RETRY_ERROR_MS_MIN];
  let isGenesisChecked = false;
  while (!signal.aborted) {
    try {
      if (!isGenesisChecked) await checkGenesis(driver, network, signal);
      isGenesisChecked = true;
      await verify(signal);
      const outcome = await readChain(driver, network, signal, memory);
      failures = 0;
      attestor.begin(network.needsSecondNode && outcome === "more");
      // A settled transaction may have left the chain in a reorganisation: the network's sends are
      // checked.
      if (memory.hasCaughtUp) await withTransaction((tx) => notifySends(tx, network.code));
      memory.hasCaughtUp = false;
      if (outcome !== "idle") continue;
      lookMs = await pollMs();
      await pause(lookMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      attestor.begin(false);
      log().warn({ network: network.code, failures, err: error }, "reading the network failed");
      await reportIdentity(network.code, error);
      // For a sandbox's own node, the first backoff never exceeds the poll interval.
      const firstMs = Math.min(RETRY_ERROR_MS_MIN, lookMs);
      await pause(Math.min(RETRY_ERROR_MS_MAX, firstMs * 2 ** Math.min(failures, 5)), signal);
    }
  }
  await attestor.end();
}

/**
 * A configured node of another chain, or with somebody else's wallet, is a mistake that must not be
 * worked around.
 */
async function reportIdentity(code: string, error: unknown): Promise<void> {
  if (!(error instanceof ChainIdentityError)) return;
  try {
    await stopNetwork(
      code,
      error instanceof ForeignWalletError ? "network-misconfigured" : "network-stopped",
      error.message,
    );
  } catch (failure) {
    log().error({ network: code, err: failure }, "a network that must not be read could not be stopped");
  }
}
