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
 * From the last moment of a batch's payments to the kill: in here lie recording, settling,
 * crediting and sending.
 */
const KILL_DELAY_MS_MAX = 1_200;
const START_LIMIT_MS = 60_000;

export type CrashPlan = { readonly payments: number; readonly kills: number };

/**
 * Pays invoices in batches and ends one of the workers by SIGKILL at a random moment of each batch;
 * the next one starts at once, and after the last kill one alone finishes what is left. Answers
 * what was ordered and paid.
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

/** It says when it has come up. */
export function startOne(gateway: TestGateway): WorkerProcess {
  return gateway.startWorker({ LOG_LEVEL: "info" });
}

/**
 * When all have come up, so that another lives on: to kill a process that still loads its code
 * proves little, and where each is killed as soon as it has come up nobody reads the chain or asks
 * for prices, and nothing is offered any more. The victim leaves the list.
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
 * Ends those that live in good order, and lets a new one take over what the killed ones left: it
 * need not wait until they count as dead.
 */
export async function finishAlone(gateway: TestGateway, workers: readonly WorkerProcess[]): Promise<void> {
  // One that still loads its code knows of no good order yet, and holds nothing.
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
