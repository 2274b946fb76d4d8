import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { AddressFamily } from "@/lib/chains/address-family";
import { assertBackupConfirmed } from "@/lib/custody/backup";
import { recordHotWallets } from "@/lib/custody/hot-wallets";
import { openCustody } from "@/lib/custody/open-seed";
import { refillAddressPools } from "@/lib/custody/refill-address-pool";
import { requeueStrandedDeliveriesJob } from "@/lib/delivery/webhooks/deliver-next";
import { decideLateCases } from "@/lib/exceptions/case-decisions/decide-late-cases";
import { hasForcedHolds } from "@/lib/exceptions/refunds/force-refund";
import { forceRefunds } from "@/lib/exceptions/refunds/force-refunds";
import { probeOutside } from "@/lib/fronts/doctor/probe-outside";
import { type Lagging, pruneNotifications, watchInstallation } from "@/lib/fronts/doctor/watch-installation";
import { type CachedRead, cachedRead } from "@/lib/kernel/cached-read";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { openMailTransport } from "@/lib/kernel/mail/mail-settings";
import { retrySearches } from "@/lib/money-in/deposits/balance-checks-repo";
import { deleteBlocksBelow } from "@/lib/money-in/deposits/chain-repo";
import {
  findUnseenDeposits,
  isSearchDue,
  readNetworkCheckStates,
  UNSEEN_ROUND_MS_MAX,
} from "@/lib/money-in/deposits/find-unseen";
import { BLOCKS_KEPT } from "@/lib/money-in/deposits/follow-reorganisation";
import { expireInvoices, settleReleasedInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { deleteOldAnswers } from "@/lib/money-in/questionnaires/submit-answers";
import { advanceDueRecurrences, deleteOldLinkRequests } from "@/lib/money-in/recurrences/advance-recurrence";
import { closeReversedTopUps } from "@/lib/money-in/static-wallets/settle-wallet";
import { issueSetupCode } from "@/lib/people/identity/complete-setup";
import { deleteUsedSignatures } from "@/lib/people/keys/api-keys";
import { mailNotifications } from "@/lib/people/notifications/mail-notifications";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";
import { syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";
import { startRateRefresh } from "@/lib/pricing/rates/refresh-rates";
import { fundGateway } from "@/lib/run/sandbox/fund-gateway";
import { auditRegularly } from "@/lib/run/worker/audit-regularly";
import { driveSends, openSigner } from "@/lib/run/worker/drive-sends";
import { eachNetwork, every, hasPlayPace, isPlayInstallation, ROUND_MS_MAX } from "@/lib/run/worker/every";
import { gatherMoney } from "@/lib/run/worker/gather-money";
import { listenForSends, type SendWakeUps } from "@/lib/run/worker/listen-for-sends";
import { holdLock } from "@/lib/run/worker/network-lock";
import { type OpenNetwork, openNetworks, reportMisconfiguredNetworks } from "@/lib/run/worker/open-networks";
import {
  connectDepositOwners,
  connectSendOwners,
  INNER_JOBS,
  NODE_JOBS,
  OUTGOING_JOBS,
  SETTLING_JOBS,
} from "@/lib/run/worker/registry";
import { listBusyNetworks, listCursorHeights } from "@/lib/run/worker/repo";
import {
  deleteStaleHeartbeats,
  freeStuckJobs,
  recordHeartbeat,
  runJobs,
  stopHeartbeat,
  webhookConcurrency,
} from "@/lib/run/worker/run-jobs";
import { watchNetwork } from "@/lib/run/worker/watch-network";
import { pruneFeeQuotes } from "@/lib/sending/fees/fee-quotes-repo";
import { refreshFeeEstimates } from "@/lib/sending/fees/refresh-fee-estimates";
import { createEngine, timingOf } from "@/lib/sending/sends/engine";
import { assertOutflowSettings } from "@/lib/sending/sends/outflow-rules";

const BEAT_MS = 5_000;
const EXPIRY_SCAN_MS = 2_000;
const LATE_SCAN_MS = 5_000;
const RECURRENCE_SCAN_MS = 2_000;
const FORCED_SCAN_MS = 5_000;
const REFILL_MS = 1_000;
const MINUTE_MS = 60_000;
const NOTIFICATION_MAILS_MS = 30_000;
const AUDIT_MS = 60 * MINUTE_MS;
const FUNDING_MS = 60 * MINUTE_MS;
const STUCK_SCAN_MS = 5_000;
const PROBE_MS = 30_000;
const SANDBOX_PROBE_MS = 10_000;
const SETTLING_JOBS_AT_ONCE = 50;
/** A node that does not answer keeps some of these waiting, and nothing else. */
const NODE_JOBS_AT_ONCE = 4;
const MISSED_MS_SANDBOX = 2_000;
/** Where a payment is expected it should be seen at once; elsewhere still within a second. */
const SANDBOX_POLL_MS = { busy: 300, idle: 800 } as const;
const BUSY_KNOWN_MS = 2_000;
/**
 * Heads of real chains are polled several times a block, but no more often than a shared node
 * tolerates.
 */
const POLL_MS_MIN = 1_000;
const POLLS_A_BLOCK = 3;
/** Where a block takes minutes, updates are still shown within seconds. */
const POLL_MS_MAX = 5_000;

type Keys = Awaited<ReturnType<typeof openCustody>>;

/**
 * Starts everything that a worker does: the watchers, the jobs, the address pool, expiry. Several
 * workers share the work. A network with unusable node settings is disabled; the others continue.
 * @throws Error when a setting is invalid, the seed cannot be opened, or its backup is not
 *   confirmed while a real network is enabled
 */
export async function startWorker(): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Everything that runs here waits on this one signal by design; Node 20 takes eleven listeners
  // for a leak and warns.
  setMaxListeners(0, signal);
  assertOutflowSettings();
  connectDepositOwners();
  connectSendOwners();
  if (openMailTransport() === null) log().info("no mails are sent: MAIL_FROM is not set");
  await withTransaction(syncCatalog);
  await withTransaction(syncExchangeTerms);
  await announceSetup();
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
  const workerId = randomUUID();
  const runners = await Promise.all([
    runJobs(SETTLING_JOBS, SETTLING_JOBS_AT_ONCE, signal),
    runJobs(INNER_JOBS, env().WORKER_CONCURRENCY, signal),
    runJobs(NODE_JOBS, NODE_JOBS_AT_ONCE, signal, ROUND_MS_MAX),
    runJobs(OUTGOING_JOBS, webhookConcurrency(), signal),
  ]);
  const wakeUps = listenForSends(signal);
  const busy = cachedRead(listBusyNetworks, BUSY_KNOWN_MS);
  const loops = [
    ...networks.map((open) => watch(open, busy, signal)),
    ...networks.map((open) => sendFrom(open, keys, wakeUps, signal)),
    wakeUps.ended,
    ...periodicTasks(keys, networks, workerId, signal),
  ];
  log().info({ workerId, networks: networks.map(({ network }) => network.code) }, "worker started");
  return {
    async stop() {
      log().info({ workerId }, "worker stops");
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
      await Promise.all(loops);
      await stopHeartbeat(workerId);
      await closeDatabase();
    },
  };
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
  { driver, network }: OpenNetwork,
  busy: CachedRead<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<void> {
  const aBlockMs = network.blockSeconds * 1000;
  const severalABlockMs = Math.min(Math.round(aBlockMs / POLLS_A_BLOCK), POLL_MS_MAX);
  const pollMs = async () => {
    if (!hasPlayPace(network)) return Math.max(POLL_MS_MIN, severalABlockMs);
    return (await busy.get()).has(network.code) ? SANDBOX_POLL_MS.busy : SANDBOX_POLL_MS.idle;
  };
  return watchNetwork(driver, network, pollMs, signal);
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

function periodicTasks(
  keys: Keys,
  networks: readonly OpenNetwork[],
  workerId: string,
  signal: AbortSignal,
): Promise<void>[] {
  const lagging: Lagging = new Map();
  const marks = { size: env().ADDRESS_POOL_SIZE, refillBelow: env().ADDRESS_POOL_REFILL_BELOW };
  return [
    every("heartbeat", BEAT_MS, signal, () => recordHeartbeat(workerId)),
    every("old heartbeats", MINUTE_MS, signal, deleteStaleHeartbeats),
    every("expiry", EXPIRY_SCAN_MS, signal, () => expireInvoices()),
    every("released invoices", LATE_SCAN_MS, signal, () => settleReleasedInvoices()),
    every("late payments", LATE_SCAN_MS, signal, () => decideLateCases()),
    every("recurring payments", RECURRENCE_SCAN_MS, signal, () => advanceDueRecurrences()),
    every("old requests of links", 60 * MINUTE_MS, signal, () => deleteOldLinkRequests()),
    every("reversed top-ups", MINUTE_MS, signal, () => closeReversedTopUps()),
    forceEachRefund(networks, signal),
    every("pool", REFILL_MS, signal, () => refillAddressPools(keys, familiesOf(networks), marks, signal)),
    every("rates", MINUTE_MS, signal, () => withTransaction(startRateRefresh)),
    every("stranded webhooks", MINUTE_MS, signal, () =>
      withTransaction((tx) =>
        enqueue(tx, requeueStrandedDeliveriesJob, {}, { key: requeueStrandedDeliveriesJob.name }),
      ),
    ),
    every("audit", AUDIT_MS, signal, auditRegularly),
    every("probes", isPlayInstallation() ? SANDBOX_PROBE_MS : PROBE_MS, signal, () => probeOutside(signal)),
    every("old blocks", MINUTE_MS, signal, pruneBlocks),
    every("used signatures", MINUTE_MS, signal, () => deleteUsedSignatures()),
    every("old answers of payers", 60 * MINUTE_MS, signal, () => deleteOldAnswers()),
    every("old fee quotes", 60 * MINUTE_MS, signal, () => pruneFeeQuotes()),
    holdLock("fee estimates", signal, (held) => estimateFees(networks, held)),
    every("notification mails", NOTIFICATION_MAILS_MS, signal, () => mailNotifications()),
    every("operators' notifications", MINUTE_MS, signal, () => watchInstallation(lagging)),
    every("old notifications", 60 * MINUTE_MS, signal, () => pruneNotifications()),
    every("stuck jobs", STUCK_SCAN_MS, signal, freeStuckJobs),
    holdLock("missed deposits", signal, (held) => findUnseen(networks, held)),
    holdLock("sweeps", signal, (held) => gatherMoney(networks, held)),
    ...(env().SANDBOX ? [holdLock("sandbox funding", signal, (held) => keepFunded(keys, networks, held))] : []),
  ];
}

function forceEachRefund(networks: readonly OpenNetwork[], signal: AbortSignal): Promise<void> {
  const areAny = cachedRead(hasForcedHolds, FORCED_SCAN_MS / 2);
  const task = { name: "forced refunds", pauseMs: FORCED_SCAN_MS };
  return eachNetwork(task, networks, signal, async (open, limited) => {
    if (await areAny.get()) await forceRefunds([open], limited);
  });
}

function keepFunded(keys: Keys, networks: readonly OpenNetwork[], signal: AbortSignal): Promise<void> {
  return every("sandbox funding", FUNDING_MS, signal, () => fundGateway(keys, networks, signal));
}

function estimateFees(networks: readonly OpenNetwork[], signal: AbortSignal): Promise<void> {
  return eachNetwork({ name: "fee estimates", pauseMs: MINUTE_MS }, networks, signal, ({ driver, network }, limited) =>
    refreshFeeEstimates(driver, network, limited),
  );
}

async function findUnseen(networks: readonly OpenNetwork[], signal: AbortSignal): Promise<void> {
  await retrySearches();
  const pauseMs = isPlayInstallation() ? MISSED_MS_SANDBOX : MINUTE_MS;
  const places = cachedRead(readNetworkCheckStates, pauseMs / 2);
  const task = { name: "missed deposits", pauseMs, limitMs: UNSEEN_ROUND_MS_MAX };
  return eachNetwork(task, networks, signal, async ({ driver, network }, limited) => {
    if (!isSearchDue(driver, await places.get())) return;
    await findUnseenDeposits(driver, network, pauseMs / 1_000, limited);
  });
}

function familiesOf(networks: readonly OpenNetwork[]) {
  return [...new Set(networks.map(({ network }) => network.family))];
}

async function pruneBlocks(): Promise<void> {
  for (const { networkCode, height } of await listCursorHeights()) {
    await deleteBlocksBelow(networkCode, height - BigInt(BLOCKS_KEPT));
  }
}
