import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError, ForeignWalletError } from "@/lib/chains/errors";
import { withTransaction } from "@/lib/db";
import { newReadMemory, readChain } from "@/lib/deposits/read-chain";
import type { ReadNetwork } from "@/lib/deposits/read-network";
import { checkGenesis, stopNetwork } from "@/lib/deposits/stop-network";
import { log } from "@/lib/log";
import { notifySends } from "@/lib/sends/repo";
import { holdLock } from "@/lib/worker/network-lock";
import { pause } from "@/lib/worker/pause";
import { createVerifier } from "@/lib/worker/verify-network";

const RETRY_ERROR_MS_MIN = 1_000;
const RETRY_ERROR_MS_MAX = 30_000;

/**
 * Reads one network until the worker stops, in one worker at a time. That saves work, and is not what makes it safe (see readChain). After
 * a look that found nothing new it waits for `pollMs()`. Nothing is read before the nodes have shown the chain that was read before, and their tokens' decimals.
 */
export function watchNetwork(
  driver: ChainDriver,
  network: ReadNetwork,
  pollMs: () => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  return holdLock(network.code, signal, (held) => watchUnderLock(driver, network, pollMs, held));
}

async function watchUnderLock(
  driver: ChainDriver,
  network: ReadNetwork,
  pollMs: () => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
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
      // What was settled may have left the chain with a reorganisation: the network's sends are looked at.
      if (memory.hasCaughtUp) await withTransaction((tx) => notifySends(tx, network.code));
      memory.hasCaughtUp = false;
      if (outcome !== "idle") continue;
      lookMs = await pollMs();
      await pause(lookMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log().warn({ network: network.code, failures, err: error }, "reading the network failed");
      await reportIdentity(network.code, error);
      // A sandbox's own node is never spared longer at first than between two looks.
      const firstMs = Math.min(RETRY_ERROR_MS_MIN, lookMs);
      await pause(Math.min(RETRY_ERROR_MS_MAX, firstMs * 2 ** Math.min(failures, 5)), signal);
    }
  }
}

/** A node of another chain among the configured ones, or with somebody else's wallet, is a mistake that must not be worked around. */
async function reportIdentity(code: string, error: unknown): Promise<void> {
  if (!(error instanceof ChainIdentityError)) return;
  try {
    await stopNetwork(
      code,
      error instanceof ForeignWalletError ? "network-set-aside" : "network-stopped",
      error.message,
    );
  } catch (failure) {
    log().error({ network: code, err: failure }, "a network that must not be read could not be stopped");
  }
}
