import { listen } from "@/lib/kernel/listen";
import { every, pause } from "@/lib/run/worker/every";
import { listBusyNetworks, SENDS_CHANNEL } from "@/lib/sending/sends/repo";

/**
 * Work without a notification (a wait that is over, or a missed notification) is found at most this
 * late.
 */
const CHECK_MS = 2_000;

export type SendWakeUps = {
  /**
   * Waits until something is queued on the network, or this long. Returns whether a notification
   * arrived.
   */
  readonly wait: Wait;
  /**
   * The same for an idle network: a check that finds work also wakes it, without counting as a
   * notification.
   */
  readonly waitIdle: Wait;
  /** Resolves after the signal. */
  readonly ended: Promise<void>;
};

type Wait = (networkCode: string, limitMs: number, signal: AbortSignal) => Promise<boolean>;
type Sleepers = Map<string, Set<() => void>>;

/**
 * Listens for queued sends on a dedicated connection, and checks regularly, with one statement for
 * all networks, while any is idle: what is missed while the connection is down is found by the next
 * check.
 */
export function listenForSends(signal: AbortSignal): SendWakeUps {
  const busy: Sleepers = new Map();
  const idle: Sleepers = new Map();
  const heard = new Set<string>();
  const onNotification = (networkCode: string) => {
    heard.add(networkCode);
    for (const sleepers of [busy, idle]) wake(sleepers, networkCode);
  };
  const checkDue = async () => {
    if ([...idle.values()].every(({ size }) => size === 0)) return;
    for (const networkCode of await listBusyNetworks()) wake(idle, networkCode);
  };
  const waitAmong =
    (sleepers: Sleepers): Wait =>
    async (networkCode, limitMs, stopped) => {
      // Something may have been queued while the last step ran.
      if (!heard.has(networkCode)) await sleep(sleepers, networkCode, limitMs, stopped);
      return heard.delete(networkCode);
    };
  const loops = [
    listen({ name: SENDS_CHANNEL, purpose: "sends", onNotification }, signal),
    every("sends to be done", CHECK_MS, signal, checkDue),
  ];
  return { ended: Promise.all(loops).then(() => undefined), wait: waitAmong(busy), waitIdle: waitAmong(idle) };
}

function wake(sleepers: Sleepers, networkCode: string): void {
  for (const wakeUp of sleepers.get(networkCode) ?? []) wakeUp();
}

async function sleep(sleepers: Sleepers, networkCode: string, limitMs: number, stopped: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const wakeUp = () => woken.abort();
  const own = sleepers.get(networkCode) ?? new Set();
  sleepers.set(networkCode, own.add(wakeUp));
  stopped.addEventListener("abort", wakeUp, { once: true });
  if (stopped.aborted) wakeUp();
  await pause(limitMs, woken.signal);
  stopped.removeEventListener("abort", wakeUp);
  own.delete(wakeUp);
}
