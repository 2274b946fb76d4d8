import type { ChainDriver } from "@/lib/chains/driver";
import { cachedRead } from "@/lib/kernel/cached-read";
import { log } from "@/lib/kernel/log";
import { eachNetwork, isPlayInstallation, pause } from "@/lib/run/worker/every";
import { countDueSettlements } from "@/lib/run/worker/repo";
import { watchGas } from "@/lib/sending/sweeps/gas-forecast";
import { planSweeps } from "@/lib/sending/sweeps/plan-sweeps";
import { readPlanMark } from "@/lib/sending/sweeps/repo";
import { forwardSurplus } from "@/lib/sending/treasury/forward-surplus";

/**
 * Between two plans of a network; in the sandbox, where changes should be visible at once, between
 * two plans while nothing changes.
 */
const PAUSE_MS = 60_000;
const PAUSE_MS_SANDBOX = 1_000;
/** In the sandbox: how often the books are asked whether they changed. */
const MARK_MS = 2_000;
/**
 * How long after a change of the books plans continue: entries are numbered before they commit, and
 * a transaction takes 20 seconds at most, so one with a lower number may become visible later.
 */
const AWAKE_MS = 30_000;

/** So many payments that wait to be settled come first, for as long as CROWD_MS_MAX. */
const CROWD = 10;
const CROWD_MS_MAX = 10_000;
const CROWD_CHECK_MS = 500;

type Gathered = { readonly driver: ChainDriver; readonly network: { readonly code: string } };

/**
 * Sweeps deposits to the hot wallets, and their surplus to cold addresses, where it is worth the
 * fee. Networks do not wait for each other.
 */
export async function gatherMoney(networks: readonly Gathered[], signal: AbortSignal): Promise<void> {
  if (!isPlayInstallation()) return eachNetwork({ name: "sweeps", pauseMs: PAUSE_MS }, networks, signal, gatherOn);
  const isAwake = cachedRead(watchPlanMark(), MARK_MS);
  const plannedAt = new Map<string, number>();
  const task = { name: "sweeps", pauseMs: PAUSE_MS_SANDBOX };
  await eachNetwork(task, networks, signal, async (open, limited) => {
    const now = performance.now();
    const sinceMs = now - (plannedAt.get(open.network.code) ?? Number.NEGATIVE_INFINITY);
    if (sinceMs < PAUSE_MS && !(await isAwake.get())) return;
    await gatherOn(open, limited);
    plannedAt.set(open.network.code, now);
  });
}

/**
 * Returns a function that reports, with one statement for all networks, whether something that may
 * be worth a plan changed lately or is in progress.
 */
function watchPlanMark(): () => Promise<boolean> {
  let known = "";
  let changedAtMs = performance.now();
  return async () => {
    const { text, isUnderWay } = await readPlanMark();
    if (text !== known || isUnderWay) changedAtMs = performance.now();
    known = text;
    return performance.now() - changedAtMs < AWAKE_MS;
  };
}

/** Steps without node calls go first: a silent node does not delay them. */
async function gatherOn(open: Gathered, signal: AbortSignal): Promise<void> {
  for (const step of [watchGas, forwardSurplus]) {
    try {
      await step(open.network.code);
    } catch (error) {
      log().error({ network: open.network.code, step: step.name, err: error }, "a step of gathering money failed");
    }
  }
  await letPaymentsPass(signal);
  await planSweeps(open, signal);
}

/** A sweep costs as many statements as several settlements, and nobody waits for it. */
async function letPaymentsPass(signal: AbortSignal): Promise<void> {
  const until = performance.now() + CROWD_MS_MAX;
  while (!signal.aborted && performance.now() < until && (await countDueSettlements(CROWD)) >= CROWD)
    await pause(CROWD_CHECK_MS, signal);
}
