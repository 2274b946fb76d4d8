import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import { withTimeLimit } from "@/lib/chains/limits";
import { keyOfDerivationIndex } from "@/lib/custody/key-reference";
import type { KeyTree } from "@/lib/custody/key-tree";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import { hasPlayPace, pause } from "@/lib/run/worker/every";
import type { SendWakeUps } from "@/lib/run/worker/listen-for-sends";
import { holdLock } from "@/lib/run/worker/network-lock";
import { findDerivationIndex } from "@/lib/run/worker/repo";
import { checkNow, driveNetwork } from "@/lib/sending/sends/drive-network";
import { type Engine, type FindSigner, ForeignAddressError } from "@/lib/sending/sends/engine";

/** A step queries nodes for many things, each with its own time limit; this limits their total. */
const STEP_MS_MAX = 120_000;
const SANDBOX_BUSY_MS = 200;
const BUSY_MS_MIN = 1_000;
const BUSY_CHECKS_A_BLOCK = 4;
/**
 * A network with work is woken; idle ones are still checked this often: settled transactions,
 * nonces, ends of alarms.
 */
const IDLE_MS = 60_000;
const RETRY_ERROR_MS_MIN = 500;
const RETRY_ERROR_MS_MAX = 30_000;

/**
 * Drives the sends of one network until the worker stops, in one worker at a time. That saves work
 * and is not what makes it safe: every decision is made under row locks, and the database accepts a
 * nonce, and a send, once.
 */
export function driveSends(
  engine: Engine,
  network: CatalogNetwork,
  wakeUps: SendWakeUps,
  signal: AbortSignal,
  stepMsMax = STEP_MS_MAX,
): Promise<void> {
  return holdLock(`sends ${network.code}`, signal, (held) =>
    driveUnderLock({ engine, network, wakeUps, stepMsMax }, held),
  );
}

type Drive = {
  readonly engine: Engine;
  readonly network: CatalogNetwork;
  readonly wakeUps: SendWakeUps;
  readonly stepMsMax: number;
};

async function driveUnderLock({ engine, network, wakeUps, stepMsMax }: Drive, signal: AbortSignal): Promise<void> {
  const busyMs = busyMsOf(network);
  let failures = 0;
  while (!signal.aborted) {
    try {
      const outcome = await withTimeLimit(stepMsMax, signal, (limited) => driveNetwork(engine, limited));
      failures = 0;
      if (outcome === "busy") await wakeUps.wait(network.code, busyMs, signal);
      else if (outcome === "idle" && (await wakeUps.waitIdle(network.code, IDLE_MS, signal))) checkNow(engine);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log().warn({ network: network.code, failures, err: error }, "a step of sending failed");
      await pause(Math.min(RETRY_ERROR_MS_MAX, RETRY_ERROR_MS_MIN * 2 ** Math.min(failures, 6)), signal);
    }
  }
}

function busyMsOf(network: CatalogNetwork): number {
  if (hasPlayPace(network)) return SANDBOX_BUSY_MS;
  return Math.max(BUSY_MS_MIN, Math.round((network.blockSeconds * 1_000) / BUSY_CHECKS_A_BLOCK));
}

/**
 * Lets the engine sign for the addresses of a family without ever seeing a key: the database names
 * an address's index, and the key tree verifies it.
 */
export function openSigner(keys: Pick<KeyTree, "addressOf" | "sign">, family: AddressFamily): FindSigner {
  const known = new Map<string, number>();
  return async (address) => {
    const stored = known.get(address) ?? (await findDerivationIndex(family, toAddressKey(family, address)));
    if (stored === null) throw new ForeignAddressError(`${address} is no address of ours`);
    const key = keyOfDerivationIndex(family, stored);
    if (!known.has(address) && keys.addressOf(key) !== address)
      throw new ForeignAddressError(`${address} is not the address that its key has`);
    known.set(address, stored);
    return (requests) => requests.map((request) => keys.sign(key, request));
  };
}
