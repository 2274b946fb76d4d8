import type { openCustody } from "@/lib/custody/open-seed";
import { refillAddressPools } from "@/lib/custody/refill-address-pool";
import { dispatchWebhooks, WEBHOOKS_CHANNEL } from "@/lib/delivery/webhooks/dispatch-webhooks";
import { decideLateCases } from "@/lib/exceptions/case-decisions/decide-late-cases";
import { hasForcedHolds } from "@/lib/exceptions/refunds/force-refund";
import { forceRefunds } from "@/lib/exceptions/refunds/force-refunds";
import { probeOutside } from "@/lib/fronts/doctor/probe-outside";
import { type Lagging, pruneNotifications, watchInstallation } from "@/lib/fronts/doctor/watch-installation";
import { cachedRead } from "@/lib/kernel/cached-read";
import { WrongClock } from "@/lib/kernel/clock-guard";
import { withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { listen } from "@/lib/kernel/listen";
import { WakeUp } from "@/lib/kernel/wake-up";
import type { WorkerRole } from "@/lib/kernel/worker-roles";
import { sumGateway } from "@/lib/ledger/gateway-sums/sum-gateway";
import { sumPostings } from "@/lib/ledger/statements/sum-postings";
import { remindOfBills } from "@/lib/money-in/bills/remind";
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
import { settleDueRules } from "@/lib/money-out/settlements/settle-due";
import { deleteUsedSignatures, findSigningKeys } from "@/lib/people/keys/api-keys";
import { mailNotifications } from "@/lib/people/notifications/mail-notifications";
import { startRateRefresh } from "@/lib/pricing/rates/refresh-rates";
import { deleteOldData } from "@/lib/run/retention/delete-old-data";
import { fundGateway } from "@/lib/run/sandbox/fund-gateway";
import { auditRegularly } from "@/lib/run/worker/audit-regularly";
import { eachNetwork, every, isPlayInstallation, repeat } from "@/lib/run/worker/every";
import { endRestoreStops } from "@/lib/run/worker/finish-restore";
import { gatherMoney } from "@/lib/run/worker/gather-money";
import { holdLock } from "@/lib/run/worker/network-lock";
import type { OpenNetwork } from "@/lib/run/worker/open-networks";
import { reencryptRegularly } from "@/lib/run/worker/reencrypt-regularly";
import { listCursorHeights } from "@/lib/run/worker/repo";
import { deleteStaleHeartbeats, freeStuckJobs, recordHeartbeat } from "@/lib/run/worker/run-jobs";
import { assertWorkerClock } from "@/lib/run/worker/worker-clock";
import { pruneFeeQuotes } from "@/lib/sending/fees/fee-quotes-repo";
import { refreshFeeEstimates } from "@/lib/sending/fees/refresh-fee-estimates";

const BEAT_MS = 5_000;
const EXPIRY_SCAN_MS = 2_000;
const LATE_SCAN_MS = 5_000;
const RECURRENCE_SCAN_MS = 5_000;
const SETTLEMENT_SCAN_MS = 5_000;
const FORCED_SCAN_MS = 5_000;
const REFILL_MS = 2_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOTIFICATION_MAILS_MS = 30_000;
const AUDIT_MS = 60 * MINUTE_MS;
/** One that failed may have taken minutes. */
const AUDIT_RETRY_MS = 10 * MINUTE_MS;
const FUNDING_MS = 60 * MINUTE_MS;
const PROBE_MS = 30_000;
const SANDBOX_PROBE_MS = 10_000;
const MISSED_MS_SANDBOX = 2_000;

export type Keys = Awaited<ReturnType<typeof openCustody>>;

/** What the regular tasks of a worker need. */
export type TaskParts = {
  readonly workerId: string;
  readonly roles: ReadonlySet<WorkerRole>;
  readonly signal: AbortSignal;
  /** Of the heartbeat, which goes on until the last job has ended. */
  readonly lifeSignal: AbortSignal;
  /** Called when this worker must end, because its clock is wrong. */
  readonly onWrongClock: (error: WrongClock) => void;
  /** Networks and the seed's keys; null for a worker that asks no node. */
  readonly nodes: { readonly networks: readonly OpenNetwork[]; readonly keys: Keys } | null;
};

/** Starts them. Each ends when `signal` is aborted. */
export function startTasks({ workerId, roles, signal, lifeSignal, onWrongClock, nodes }: TaskParts): Promise<void>[] {
  const { networks, keys } = nodes ?? { networks: [], keys: null };
  const beat = async () => {
    await assertWorkerClock().catch((error: unknown) => {
      if (error instanceof WrongClock) onWrongClock(error);
      throw error;
    });
    await recordHeartbeat(workerId, [...roles]);
    // Only now: after a pause of this process its own jobs would look stuck.
    if (roles.has("settle")) await freeStuckJobs();
  };
  return [
    // Whatever the clock says: it is what ends a worker with a wrong one.
    repeat("heartbeat", BEAT_MS, lifeSignal, beat),
    ...(roles.has("settle") ? settlingTasks(signal) : []),
    ...(roles.has("webhooks") ? webhookTasks(signal) : []),
    ...(roles.has("watch") ? watchingTasks(networks, signal) : []),
    ...(roles.has("send") && keys !== null ? sendingTasks(keys, networks, signal) : []),
  ];
}

function settlingTasks(signal: AbortSignal): Promise<void>[] {
  const lagging: Lagging = new Map();
  return [
    every("old heartbeats", MINUTE_MS, signal, deleteStaleHeartbeats),
    every("expiry", EXPIRY_SCAN_MS, signal, () => expireInvoices()),
    every("released invoices", LATE_SCAN_MS, signal, () => settleReleasedInvoices()),
    every("late payments", LATE_SCAN_MS, signal, () => decideLateCases()),
    every("recurring payments", RECURRENCE_SCAN_MS, signal, () => advanceDueRecurrences()),
    every("reminders of bills", MINUTE_MS, signal, () => remindOfBills()),
    every("automatic settlements", SETTLEMENT_SCAN_MS, signal, () => settleDueRules()),
    every("old requests of links", 60 * MINUTE_MS, signal, () => deleteOldLinkRequests()),
    every("reversed top-ups", MINUTE_MS, signal, () => closeReversedTopUps()),
    every("rates", MINUTE_MS, signal, () => withTransaction(startRateRefresh)),
    // By one worker, because it may take minutes and raises alarms.
    holdLock("audit", signal, auditEachHour),
    every("sums of statements", MINUTE_MS, signal, () => sumPostings(signal)),
    every("sums of the gateway", MINUTE_MS, signal, () => sumGateway(signal)),
    every("old blocks", MINUTE_MS, signal, pruneBlocks),
    every("used signatures", MINUTE_MS, signal, () => deleteUsedSignatures()),
    every("old answers of payers", 60 * MINUTE_MS, signal, () => deleteOldAnswers()),
    every("old fee quotes", 60 * MINUTE_MS, signal, () => pruneFeeQuotes()),
    every("operators' notifications", MINUTE_MS, signal, () => watchInstallation(lagging)),
    every("old notifications", 60 * MINUTE_MS, signal, () => pruneNotifications()),
    // Under a lock, because workers differ about the current key while SECRET_KEY is replaced.
    ...(env().SECRET_KEY === undefined ? [] : [holdLock("re-encryption", signal, reencryptEachMinute)]),
    holdLock("retention", signal, (held) => every("retention", DAY_MS, held, () => deleteOldData(held))),
  ];
}

function auditEachHour(signal: AbortSignal): Promise<void> {
  return every("audit", AUDIT_MS, signal, () => auditRegularly(signal), AUDIT_RETRY_MS);
}

function reencryptEachMinute(signal: AbortSignal): Promise<void> {
  return every("re-encryption", MINUTE_MS, signal, () => reencryptRegularly(signal));
}

function webhookTasks(signal: AbortSignal): Promise<void>[] {
  const wakeUp = new WakeUp();
  return [
    listen({ name: WEBHOOKS_CHANNEL, purpose: "webhooks", onNotification: () => wakeUp.wake() }, signal),
    dispatchWebhooks({ findSigningKeys, wakeUp, signal }),
    every("notification mails", NOTIFICATION_MAILS_MS, signal, () => mailNotifications()),
  ];
}

function watchingTasks(networks: readonly OpenNetwork[], signal: AbortSignal): Promise<void>[] {
  return [
    every("probes", isPlayInstallation() ? SANDBOX_PROBE_MS : PROBE_MS, signal, () => probeOutside(signal)),
    holdLock("missed deposits", signal, (held) => findUnseen(networks, held)),
  ];
}

function sendingTasks(keys: Keys, networks: readonly OpenNetwork[], signal: AbortSignal): Promise<void>[] {
  const marks = { size: env().ADDRESS_POOL_SIZE, refillBelow: env().ADDRESS_POOL_REFILL_BELOW };
  return [
    every("pool", REFILL_MS, signal, () => refillAddressPools(keys, familiesOf(networks), marks, signal)),
    endRestoreStops(signal),
    forceEachRefund(networks, signal),
    holdLock("fee estimates", signal, (held) => estimateFees(networks, held)),
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

export function familiesOf(networks: readonly OpenNetwork[]) {
  return [...new Set(networks.map(({ network }) => network.family))];
}

async function pruneBlocks(): Promise<void> {
  for (const { networkCode, height } of await listCursorHeights()) {
    await deleteBlocksBelow(networkCode, height - BigInt(BLOCKS_KEPT));
  }
}
