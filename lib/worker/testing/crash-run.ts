import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Receiver } from "@/lib/webhooks/testing/receiver";
import { createPayments, type Order } from "@/lib/worker/testing/crash-payments";
import { until } from "@/lib/worker/testing/observe";
import type { Random } from "@/lib/worker/testing/random";
import type { TestChain } from "@/lib/worker/testing/test-chain";
import type { TestGateway } from "@/lib/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/worker/testing/worker-process";

const WORKERS = 2;
/** From the last moment of a batch's payments to the kill: in here lie recording, settling, crediting and sending. */
const KILL_DELAY_MS_MAX = 1_200;
const START_LIMIT_MS = 60_000;

export type CrashPlan = { readonly payments: number; readonly kills: number };

/**
 * Pays invoices in batches and ends one of the workers by SIGKILL at a random moment of each batch; the next one starts at once.
 * Answers what was ordered and paid.
 */
export async function runCrashes(
  parts: { chains: readonly TestChain[]; gateway: TestGateway; shop: Receiver; random: Random },
  plan: CrashPlan,
): Promise<readonly Order[]> {
  const { gateway, random } = parts;
  const payments = createPayments(parts);
  const workers: WorkerProcess[] = Array.from({ length: WORKERS }, () => startWorker(gateway));
  await gateway.ready();
  const orders: Order[] = [];
  for (let kill = 0; kill < plan.kills; kill += 1) {
    const count = Math.ceil((plan.payments - orders.length) / (plan.kills - kill));
    const paying = payments.order(count);
    await wait(random.whole(0, KILL_DELAY_MS_MAX));
    await killOne(gateway, workers, random);
    orders.push(...(await paying));
  }
  return orders;
}

function startWorker(gateway: TestGateway): WorkerProcess {
  return gateway.startWorker({ LOG_LEVEL: "info" });
}

/** One that has come up: to kill a process that still loads its code proves little. */
async function killOne(gateway: TestGateway, workers: WorkerProcess[], random: Random): Promise<void> {
  const isUp = (worker: WorkerProcess) => worker.output().includes("worker started");
  await until(() => expect(workers.some(isUp)).toBe(true), START_LIMIT_MS);
  const victim = random.pick(workers.filter(isUp));
  expect(victim.hasEnded(), victim.output()).toBe(false);
  const { signal } = await victim.end("SIGKILL");
  expect(signal).toBe("SIGKILL");
  workers.splice(workers.indexOf(victim), 1, startWorker(gateway));
}
