import { followPage, type PageHub } from "@/lib/delivery/live/page-hub";
import { collectCalls } from "@/lib/kernel/collect-calls";
import { log } from "@/lib/kernel/log";

const GAP_MS = 50;
/** How long a lost notification may go unnoticed. */
const SAFETY_MS = 15_000;
/** Spreads the loads of pages that were all opened, or all notified, at the same time. */
const SAFETY_SPREAD = 0.2;
/** Those that are due within this time are loaded together. */
const SAFETY_STEP_MS = 250;
/**
 * How many loads run at once. They use the connection pool that the machine API uses too, and must
 * not take all of it.
 */
const LOADS_AT_ONCE = 2;
/** Pages of one load. Their redrawing keeps the process from everything else for some 10 ms. */
const LOAD_MAX = 100;
/** A clock that is read slightly too early would find nothing changed yet. */
const CHANGE_MARGIN_MS = 20;

/** What a page shows at one point in time, as far as following it requires. */
export type PageState = {
  /** Changes whenever the page would look different. */
  readonly key: string;
  readonly isFinal: boolean;
  /** Topics that the page depends on besides its own id: `network:<code>`. */
  readonly topics: readonly string[];
  /** When the page changes without a commit; null if it does not. */
  readonly changesInMs: number | null;
};

export type PageFeed<State extends PageState> = {
  /**
   * Whether the page exists; nothing starts for a page that does not.
   * @throws what `exist` of the options throws
   */
  readonly exists: (id: string) => Promise<boolean>;
  /**
   * Calls `onState` with the current state of the page before it resolves, and from then on with
   * each state that has another key. Returns a function that stops following; null for a page that
   * does not exist.
   * @throws what `load` throws at the first load
   */
  readonly follow: (id: string, onState: (state: State) => void) => Promise<(() => void) | null>;
  /** How many pages are being watched. */
  readonly size: () => number;
};

export type PageFeedOptions<State extends PageState> = {
  /**
   * The states of pages, in the order of their ids: null for a page that does not exist, an error
   * for one that cannot be read, which the others do not notice.
   */
  readonly load: (ids: readonly string[]) => Promise<readonly (State | null | Error)[]>;
  /** Cheaper than `load`, because anybody may request any id. */
  readonly exist: (ids: readonly string[]) => Promise<readonly boolean[]>;
  readonly followTopics?: PageHub["follow"];
  readonly safetyMs?: number;
};

/** How a feed reads one page: together with those that are due at the same time. */
type ReadPage<State> = (id: string) => Promise<State | null>;

type Watch<State> = {
  readonly reload: () => Promise<void>;
  readonly state: () => State | null;
  readonly listeners: Set<(state: State) => void>;
  /** Followers, including those waiting for the first load. */
  users: number;
  readonly stop: () => void;
};

const failedReads = warnOnFailure();

/**
 * Watches each page once, however many follow it: reloads after each commit that concerns it, when
 * a scheduled change is due, and slowly in between. Pages that are due at the same time are loaded
 * together, in the order in which they became due; each waits at most once, so what waits is
 * bounded by the open pages.
 */
export function createPageFeed<State extends PageState>(options: PageFeedOptions<State>): PageFeed<State> {
  const watches = new Map<string, Watch<State>>();
  const loadOne = collectCalls(options.load, { max: LOAD_MAX, lanes: LOADS_AT_ONCE });
  const exists = collectCalls(options.exist, { max: LOAD_MAX });
  const readPage = async (id: string) => {
    const state = await loadOne(id);
    if (state instanceof Error) throw state;
    return state;
  };
  const leave = (id: string, watch: Watch<State>) => {
    watch.users -= 1;
    if (watch.users > 0) return;
    watches.delete(id);
    watch.stop();
  };
  return {
    size: () => watches.size,
    exists: async (id) => watches.get(id)?.state() != null || (await exists(id)),
    follow: async (id, onState) => {
      const watch = watches.get(id) ?? startWatch(id, readPage, options);
      watches.set(id, watch);
      watch.users += 1;
      try {
        await watch.reload();
      } catch (error) {
        leave(id, watch);
        throw error;
      }
      const state = watch.state();
      if (state === null) {
        leave(id, watch);
        return null;
      }
      watch.listeners.add(onState);
      onState(state);
      return () => {
        if (watch.listeners.delete(onState)) leave(id, watch);
      };
    },
  };
}

function startWatch<State extends PageState>(
  id: string,
  readPage: ReadPage<State>,
  { followTopics = followPage, safetyMs = SAFETY_MS }: PageFeedOptions<State>,
): Watch<State> {
  const listeners = new Set<(state: State) => void>();
  let state: State | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const plan = (changesInMs: number | null) => {
    clearTimeout(timer);
    const slow = withinStep(safetyMs * (1 - SAFETY_SPREAD * Math.random()));
    if (!isStopped) timer = setTimeout(ask, Math.min(slow, (changesInMs ?? slow) + CHANGE_MARGIN_MS));
  };
  const reload = coalesce(async () => {
    if (isStopped) return;
    const fresh = await readPage(id).finally(() => plan(null));
    failedReads.clear();
    const before = state;
    state = fresh;
    if (fresh === null || isStopped) return;
    plan(fresh.changesInMs);
    topics.follow(fresh.topics);
    if (before?.key === fresh.key) return;
    for (const listener of [...listeners]) listener(fresh);
  }, GAP_MS);
  // After a failure the page keeps its last state, and the next load is already scheduled.
  const ask = () => void reload().catch((error: unknown) => failedReads.warnOnce(error));
  const topics = followChanging(followTopics, ask);
  // Subscribed before the first load, so that a commit during it is not missed.
  const stopOwn = followTopics([id], ask);
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    stopOwn();
    topics.follow([]);
  };
  return { reload, state: () => state, listeners, users: 0, stop };
}

/** Shortens a delay so that it ends at the end of a step. */
function withinStep(ms: number): number {
  return Math.max(0, ms - ((performance.now() + ms) % SAFETY_STEP_MS));
}

/** A database outage affects all open pages, so it is logged once. */
function warnOnFailure() {
  let isLogged = false;
  return {
    warnOnce: (error: unknown) => {
      if (!isLogged) log().warn({ err: error }, "open pages cannot be read; each is tried again");
      isLogged = true;
    },
    clear: () => {
      isLogged = false;
    },
  };
}

/** Follows the topics that were named last. */
function followChanging(followTopics: PageHub["follow"], onNotification: () => void) {
  let current = "";
  let stop = () => {};
  return {
    follow: (topics: readonly string[]) => {
      const wanted = topics.join(" ");
      if (wanted === current) return;
      current = wanted;
      stop();
      stop = topics.length === 0 ? () => {} : followTopics(topics, onNotification);
      // A commit between the load that named these topics and the subscription was not heard.
      if (topics.length > 0) onNotification();
    },
  };
}

/**
 * Coalesces many calls of `task` into few. Each call is served by a run that began after it, so
 * nothing that had happened by then is missed. Runs never overlap and start at least `gapMs` apart;
 * the first of a burst starts at once.
 */
export function coalesce(task: () => Promise<void>, gapMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let begunAt = Number.NEGATIVE_INFINITY;

  const begin = async (): Promise<void> => {
    await running?.catch(() => undefined);
    const waitMs = begunAt + gapMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    begunAt = performance.now();
    running = next;
    next = null;
    await task();
  };
  return () => {
    next ??= begin();
    return next;
  };
}
