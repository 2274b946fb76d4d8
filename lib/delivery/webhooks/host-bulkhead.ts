import { env } from "@/lib/kernel/env";

/**
 * How many deliveries a worker sends at once. They wait for others most of the time, and hold no
 * connection to the database meanwhile.
 */
export function webhookPlaces(): number {
  return env().WORKER_CONCURRENCY * 20;
}

/** Part of the places that one quick host may have, and as many deliveries may wait for a seat. */
const QUICK_PART = 4;
const OTHER_SEATS = { unknown: 2, slow: 2, dead: 1 } as const;

/**
 * A seat of a quick host is free again within milliseconds. Waiting for it costs less than turning
 * the delivery away, which is written and claimed again; but few may wait, and not for long,
 * because they hold places of the worker.
 */
const WAIT_MS_MAX = 50;

/** `quick` and `slow` are responses of any status; `dead` is no response. */
export type ReceiverSpeed = "quick" | "slow" | "dead";

/** Failures in a row after which a host is paused, twice as long each time. */
const FAILURES_BEFORE_PAUSE = 3;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 120_000;

/**
 * Turned-away deliveries are retried at this average interval: about as fast as a quick host
 * accepts them.
 */
const SPREAD_MS = 10;
const SPREAD_MS_MAX = 600_000;

/** Beyond this number, hosts with a clean record are forgotten. */
const HOSTS_MAX = 10_000;

type Host = {
  inFlight: number;
  /** By the result of the last delivery. */
  speed: ReceiverSpeed | "unknown";
  failures: number;
  pausedUntil: number;
  turnedAway: number;
  /** Called when a seat is free. */
  readonly waiting: Set<() => void>;
};

export type Pass =
  | { readonly kind: "entered"; readonly leave: (speed: ReceiverSpeed) => void }
  /** Nothing was sent; retry after this many milliseconds. */
  | { readonly kind: "refused"; readonly retryInMs: number };

export type HostBulkhead = {
  readonly enter: (host: string) => Pass;
  /** The same, but waits a moment for a seat of a quick host. */
  readonly enterSoon: (host: string) => Promise<Pass>;
};

/**
 * Creates a bulkhead: it keeps a dead receiver from holding more than one seat of a worker, and a
 * slow one from holding more than two. A backlog of any size for such a receiver is turned away at
 * the cost of one small transaction each and retried spread out; receivers that respond are not
 * affected. Its state is a guess of one process and is lost with it; nothing depends on it.
 */
export function createHostBulkhead(
  places: number = webhookPlaces(),
  clock: { readonly now: () => number; readonly random: () => number } = {
    now: () => performance.now(),
    random: Math.random,
  },
): HostBulkhead {
  const quickSeats = Math.max(2, Math.floor(places / QUICK_PART));
  const seatsOf = ({ speed }: Host) => (speed === "quick" ? quickSeats : OTHER_SEATS[speed]);
  const hosts = new Map<string, Host>();
  const refuse = (host: Host, waitMs: number): Pass => {
    host.turnedAway += 1;
    const spread = Math.min(host.turnedAway * SPREAD_MS, SPREAD_MS_MAX);
    return { kind: "refused", retryInMs: Math.ceil(waitMs + clock.random() * spread) };
  };
  const leave = (host: Host) => (speed: ReceiverSpeed) => {
    host.inFlight -= 1;
    host.speed = speed;
    host.failures = speed === "dead" ? host.failures + 1 : 0;
    host.turnedAway = Math.max(0, host.turnedAway - 1);
    const excess = host.failures - FAILURES_BEFORE_PAUSE;
    host.pausedUntil =
      excess < 0 ? 0 : clock.now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(excess, 10), PAUSE_MS_MAX);
    const [next] = host.waiting;
    next?.();
  };
  const find = (name: string): Host => {
    const known = hosts.get(name);
    if (known !== undefined) return known;
    if (hosts.size >= HOSTS_MAX) dropIdle(hosts, clock.now());
    const host: Host = {
      inFlight: 0,
      speed: "unknown",
      failures: 0,
      pausedUntil: 0,
      turnedAway: 0,
      waiting: new Set(),
    };
    hosts.set(name, host);
    return host;
  };
  const isFull = (host: Host) => host.inFlight >= seatsOf(host);
  const enter = (name: string): Pass => {
    const host = find(name);
    const pauseMs = host.pausedUntil - clock.now();
    if (pauseMs > 0) return refuse(host, pauseMs);
    if (isFull(host)) return refuse(host, SPREAD_MS);
    host.inFlight += 1;
    return { kind: "entered", leave: leave(host) };
  };
  return {
    enter,
    enterSoon: async (name) => {
      const host = find(name);
      const mayWait = host.speed === "quick" && host.waiting.size < quickSeats;
      if (mayWait && isFull(host)) await seatOf(host);
      return enter(name);
    },
  };
}

/** Waits until a seat is free, or for {@link WAIT_MS_MAX}. */
function seatOf({ waiting }: Host): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, WAIT_MS_MAX);
    waiting.add(end);
  });
}

let shared: HostBulkhead | undefined;

/** The bulkhead of all deliveries of this process. */
export function processBulkhead(): HostBulkhead {
  shared ??= createHostBulkhead();
  return shared;
}

/** Returns the key under which a URL's host is remembered. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** A host with a slower response counts as slow and gets fewer seats. */
const SLOW_MS = 2_000;

/** Any response shows a live host, whatever its status. */
export function classifyReceiver(attempt: {
  readonly httpStatus: number | null;
  readonly durationMs: number;
}): ReceiverSpeed {
  if (attempt.httpStatus === null) return "dead";
  return attempt.durationMs > SLOW_MS ? "slow" : "quick";
}

function dropIdle(hosts: Map<string, Host>, now: number): void {
  for (const [name, host] of hosts)
    if (host.inFlight === 0 && host.waiting.size === 0 && host.pausedUntil <= now) hosts.delete(name);
}
