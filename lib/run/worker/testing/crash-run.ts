import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Receiver } from "@/lib/delivery/webhooks/testing/receiver";
import { createPayments, type Order } from "@/lib/run/worker/testing/crash-payments";
import { freeAfterKill } from "@/lib/run/worker/testing/free-after-kill";
import { until } from "@/lib/run/worker/testing/observe";
import type { PlayChain } from "@/lib/run/worker/testing/play-chain";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import type { Random } from "@/lib/testing/random";

const WORKERS = 2;
/**
 * From the start of a batch's payments to the kill: this interval contains recording, settling,
 * crediting and sending.
 */
const KILL_DELAY_MS_MAX = 1_200;
const START_LIMIT_MS = 60_000;

export type CrashPlan = { readonly payments: number; readonly kills: number };

/**
 * Pays invoices in batches and ends one of the workers by SIGKILL at a random time in each batch;
 * the next one starts at once, and after the last kill a single worker finishes the remainder.
 * Returns what was ordered and paid.
 */
export async function runCrashes(
  parts: { chains: readonly PlayChain[]; gateway: TestGateway; shop: Receiver; random: Random },
  plan: CrashPlan,
): Promise<readonly Order[]> {
  const { gateway, random } = parts;
  const payments = createPayments(parts);
  const workers: WorkerProcess[] = Array.from({ length: WORKERS }, () => startOne(gateway));
  await gateway.ready();
  const orders: Order[] = [];
  for (let kill = 0; kill < plan.kills; kill += 1) {
    const count = Math.ceil((plan.payments - orders.length) / (plan.kills - kill));
    const paying = payments.order(count);
    await wait(random.whole(0, KILL_DELAY_MS_MAX));
    await killOne(workers, random);
    if (kill + 1 < plan.kills) workers.push(startOne(gateway));
    orders.push(...(await paying));
  }
  await finishAlone(gateway, workers);
  return orders;
}

/** It logs when it is up. */
export function startOne(gateway: TestGateway): WorkerProcess {
  return gateway.startWorker({ LOG_LEVEL: "info" });
}

/**
 * Kills a worker once all are up, so that another survives: killing a process that still loads its
 * code proves little, and if each were killed as soon as it is up, nobody would scan the chain or
 * fetch prices, and nothing would be offered any more. The victim leaves the list.
 */
export async function killOne(workers: WorkerProcess[], random: Random): Promise<void> {
  await until(() => expect(workers.every(isUp)).toBe(true), START_LIMIT_MS);
  const victim = random.pick(workers);
  expect(victim.hasEnded(), victim.output()).toBe(false);
  const { signal } = await victim.end("SIGKILL");
  expect(signal).toBe("SIGKILL");
  workers.splice(workers.indexOf(victim), 1);
}

/**
 * Stops the live workers cleanly, and lets a new one take over what the killed ones left, without
 * waiting until they count as dead.
 */
export async function finishAlone(gateway: TestGateway, workers: readonly WorkerProcess[]): Promise<void> {
  // A worker that still loads its code does not handle the signal yet, and holds nothing.
  const ends = await Promise.all(
    workers.map(async (worker) => ({ wasUp: isUp(worker), ...(await worker.end("SIGTERM")) })),
  );
  for (const { wasUp, code, signal } of ends) if (wasUp) expect({ code, signal }).toEqual({ code: 0, signal: null });
  await freeAfterKill();
  startOne(gateway);
}

function isUp(worker: WorkerProcess): boolean {
  return worker.output().includes("worker started");
}
