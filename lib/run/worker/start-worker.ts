import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { AddressFamily } from "@/lib/chains/address-family";
import { assertBackupConfirmed } from "@/lib/custody/backup";
import { recordHotWallets } from "@/lib/custody/hot-wallets";
import { openCustody } from "@/lib/custody/open-seed";
import { type CachedRead, cachedRead } from "@/lib/kernel/cached-read";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { openMailTransport } from "@/lib/kernel/mail/mail-settings";
import { joinInstallation } from "@/lib/kernel/running-process";
import { startTracing, stopTracing } from "@/lib/kernel/tracing/start-tracing";
import { leastPool, type WorkerRole } from "@/lib/kernel/worker-roles";
import { issueSetupCode } from "@/lib/people/identity/complete-setup";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";
import { driveSends, openSigner } from "@/lib/run/worker/drive-sends";
import { hasPlayPace, ROUND_MS_MAX } from "@/lib/run/worker/every";
import { withholdLostAddresses } from "@/lib/run/worker/finish-restore";
import { listenForSends, type SendWakeUps } from "@/lib/run/worker/listen-for-sends";
import { type OpenNetwork, openNetworks, reportMisconfiguredNetworks } from "@/lib/run/worker/open-networks";
import {
  connectDepositOwners,
  connectSendOwners,
  INNER_JOBS,
  NODE_JOBS,
  OUTGOING_JOBS,
  SETTLING_JOBS,
} from "@/lib/run/worker/registry";
import { listBusyNetworks } from "@/lib/run/worker/repo";
import { runJobs, stopHeartbeat, wakeForDueJobs } from "@/lib/run/worker/run-jobs";
import { familiesOf, type Keys, startTasks } from "@/lib/run/worker/tasks";
import { watchNetwork } from "@/lib/run/worker/watch-network";
import { assertWorkerClock, startWithClock } from "@/lib/run/worker/worker-clock";
import { createEngine, timingOf } from "@/lib/sending/sends/engine";
import { assertOutflowSettings } from "@/lib/sending/sends/outflow-rules";

const SETTLING_JOBS_AT_ONCE = 50;
/** An unresponsive node keeps some of these waiting, and nothing else. */
const NODE_JOBS_AT_ONCE = 4;
/** Where a payment is expected it should be seen at once; elsewhere still within a second. */
const SANDBOX_POLL_MS = { busy: 300, idle: 900 } as const;
const BUSY_KNOWN_MS = 2_000;
/**
 * Heads of real chains are polled several times a block, but no more often than a shared node
 * tolerates.
 */
const POLL_MS_MIN = 1_000;
const POLLS_A_BLOCK = 3;
/** Where a block takes minutes, updates are still shown within seconds. */
const POLL_MS_MAX = 5_000;

/**
 * Starts what a worker of these roles does: the watchers, the jobs, the sends, the regular tasks.
 * Several workers share the work. A network with unusable node settings is disabled; the others
 * continue. `onFault` is called when the worker must be stopped: its clock is wrong, or a newer
 * version has changed the queue of jobs.
 * @throws WrongClock
 * @throws Error when a setting is invalid, the seed cannot be opened, or its backup is not
 *   confirmed while a real network is enabled; SchemaError when this version must not run on the
 *   database's schema
 */
export async function startWorker(
  roles: ReadonlySet<WorkerRole>,
  onFault: (error: Error) => void,
): Promise<{ stop: () => Promise<void> }> {
  const workerId = randomUUID();
  // No process joins with a wrong clock, so it could not raise the alarm later.
  await assertWorkerClock();
  const { leave } = await joinInstallation("worker", { id: workerId });
  try {
    const { stop } = await startParts(workerId, roles, onFault);
    return {
      async stop() {
        await stop();
        await leave();
        await Promise.all([closeDatabase(), stopTracing()]);
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function startParts(
  workerId: string,
  roles: ReadonlySet<WorkerRole>,
  onFault: (error: Error) => void,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Everything that runs here waits on this one signal by design; Node 20 takes eleven listeners
  // for a leak and warns.
  setMaxListeners(0, signal);
  connectDepositOwners();
  connectSendOwners();
  await startTracing("chaintill-worker");
  if (roles.has("webhooks") && openMailTransport() === null) log().info("no mails are sent: MAIL_FROM is not set");
  await startWithClock();
  await withTransaction(syncCatalog);
  await withTransaction(syncExchangeTerms);
  await announceSetup();
  const nodes = roles.has("watch") || roles.has("send") ? await openNodes() : null;
  const networks = nodes?.networks ?? [];
  // Before a block is scanned and an address is derived: payments to addresses that a restored
  // backup does not know must be seen.
  if (nodes !== null) await withholdLostAddresses(nodes.keys, signal);
  assertPool(roles);
  const runners = await Promise.all(runnersOf(roles, signal, onFault));
  const life = new AbortController();
  const tasks = startTasks({ workerId, roles, signal, lifeSignal: life.signal, onWrongClock: onFault, nodes });
  const loops = [...tasks, wakeForDueJobs(signal)];
  if (roles.has("watch")) {
    const busy = cachedRead(listBusyNetworks, BUSY_KNOWN_MS);
    loops.push(...networks.map((open) => watch(open, busy, signal)));
  }
  if (roles.has("send") && nodes !== null) {
    const wakeUps = listenForSends(signal);
    loops.push(...networks.map((open) => sendFrom(open, nodes.keys, wakeUps, signal)), wakeUps.ended);
  }
  log().info({ workerId, roles: [...roles], networks: networks.map(({ network }) => network.code) }, "worker started");
  return {
    async stop() {
      log().info({ workerId }, "worker stops");
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
      life.abort();
      await Promise.all(loops);
      await stopHeartbeat(workerId);
    },
  };
}

/** @throws Error when the pool of connections is too small for these roles */
function assertPool(roles: ReadonlySet<WorkerRole>): void {
  const least = leastPool(roles);
  if (env().DATABASE_POOL_MAX < least)
    throw new Error(`Bad setting DATABASE_POOL_MAX: a worker with these roles needs at least ${least}`);
}

function runnersOf(roles: ReadonlySet<WorkerRole>, signal: AbortSignal, onFault: (error: Error) => void) {
  const run = (jobs: Parameters<typeof runJobs>[0], places: number, limitMs: number | null = null) =>
    runJobs(jobs, places, signal, { limitMs, onFault });
  return [
    ...(roles.has("settle")
      ? [run(SETTLING_JOBS, SETTLING_JOBS_AT_ONCE), run(INNER_JOBS, env().WORKER_CONCURRENCY)]
      : []),
    ...(roles.has("send") ? [run(NODE_JOBS, NODE_JOBS_AT_ONCE, ROUND_MS_MAX)] : []),
    ...(roles.has("webhooks") ? [run(OUTGOING_JOBS, env().WORKER_CONCURRENCY)] : []),
  ];
}

/** Opens the seed and the networks that have nodes. */
async function openNodes(): Promise<{ readonly networks: readonly OpenNetwork[]; readonly keys: Keys }> {
  assertOutflowSettings();
  const catalog = await loadCatalog();
  const custody: { keys?: Keys } = {};
  const hotAddressOf = (family: AddressFamily) => {
    invariant(custody.keys, "no node is asked before the seed is open");
    return hotAddress(custody.keys, family);
  };
  const { opened: networks, misconfigured } = await openNetworks(catalog, env().nodeUrls, hotAddressOf);
  await reportMisconfiguredNetworks(misconfigured);
  await assertBackupConfirmed(
    networks.filter(({ network }) => network.isEnabled && !network.isSandbox).map(({ network }) => network.code),
  );
  const keys = await openCustody();
  custody.keys = keys;
  await recordHotWallets(keys, familiesOf(networks));
  return { networks, keys };
}

/**
 * On the first start the operator is created on a page that asks for this code; later there is
 * none.
 */
async function announceSetup(): Promise<void> {
  const code = env().SANDBOX ? null : await issueSetupCode();
  if (code !== null) process.stdout.write(`\nFirst start: open ${env().BASE_URL}/setup and enter the code ${code}\n\n`);
}

function watch(
  { driver, network, witnesses }: OpenNetwork,
  busy: CachedRead<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<void> {
  const aBlockMs = network.blockSeconds * 1000;
  const severalABlockMs = Math.min(Math.round(aBlockMs / POLLS_A_BLOCK), POLL_MS_MAX);
  const pollMs = async () => {
    if (!hasPlayPace(network)) return Math.max(POLL_MS_MIN, severalABlockMs);
    return (await busy.get()).has(network.code) ? SANDBOX_POLL_MS.busy : SANDBOX_POLL_MS.idle;
  };
  return watchNetwork({ driver, network, witnesses }, pollMs, signal);
}

function hotAddress(keys: Keys, family: AddressFamily): string {
  return keys.addressOf({ family, role: "hot", index: 0 });
}

/** Drives the sends of a network. */
function sendFrom(
  { driver, network }: OpenNetwork,
  keys: Keys,
  wakeUps: SendWakeUps,
  signal: AbortSignal,
): Promise<void> {
  const { code: networkCode, family } = network;
  const parts = {
    networkCode,
    driver,
    hotAddress: hotAddress(keys, family),
    findSigner: openSigner(keys, family),
    timing: timingOf({ ...network, isSandbox: hasPlayPace(network) }),
  };
  return driveSends(createEngine(parts), network, wakeUps, signal);
}
