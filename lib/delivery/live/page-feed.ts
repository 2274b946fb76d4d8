import { followPage, type PageHub } from "@/lib/delivery/live/page-hub";
import { log } from "@/lib/kernel/log";

const GAP_MS = 50;
/** How long a lost notification may stay unnoticed. */
const SAFETY_MS = 15_000;
/** Spreads the looks of pages that were all opened, or all told, at the same moment. */
const SAFETY_SPREAD = 0.2;
/**
 * Pages look through the connections that the machine API uses too; they may not take all of them.
 */
const CHECKS_AT_ONCE = 3;
/** A clock that is read a moment too early would say that nothing has changed yet. */
const CHANGE_MARGIN_MS = 20;

/** What a page shows at a moment, as far as following it needs to know. */
export type PageState = {
  /** Changes whenever the page would look different. */
  readonly key: string;
  readonly isFinal: boolean;
  /** What it depends on besides its own id: `network:<code>`. */
  readonly topics: readonly string[];
  /** When it changes by itself, with nothing committed; null where it does not. */
  readonly changesInMs: number | null;
};

export type PageFeed<State extends PageState> = {
  /**
   * Whether there is such a page; nothing begins for one that there is not. @throws what `exists`
   * of the options throws
   */
  readonly exists: (id: string) => Promise<boolean>;
  /**
   * Gives `onState` the present state of the page before it resolves, and from then on each state
   * with another key. Answers how to stop that; null for a page that does not exist. @throws what
   * `load` throws at the first look
   */
  readonly follow: (id: string, onState: (state: State) => void) => Promise<(() => void) | null>;
  /** How many pages are being watched. */
  readonly size: () => number;
};

export type PageFeedOptions<State extends PageState> = {
  readonly load: (id: string) => Promise<State | null>;
  /** Costs less than `load`: anybody may ask for any id. */
  readonly exists: (id: string) => Promise<boolean>;
  readonly followTopics?: PageHub["follow"];
  readonly safetyMs?: number;
};

type Watch<State> = {
  readonly reload: () => Promise<void>;
  readonly state: () => State | null;
  readonly listeners: Set<(state: State) => void>;
  /** Those who listen, and those who wait for the first look. */
  users: number;
  readonly stop: () => void;
};

const limited = atMost(CHECKS_AT_ONCE);
const failedReads = warnOnFailure();

/**
 * Watches each page once, however many follow it: after each commit that concerns it, when its time
 * comes, and slowly in between.
 */
export function createPageFeed<State extends PageState>(options: PageFeedOptions<State>): PageFeed<State> {
  const watches = new Map<string, Watch<State>>();
  const leave = (id: string, watch: Watch<State>) => {
    watch.users -= 1;
    if (watch.users > 0) return;
    watches.delete(id);
    watch.stop();
  };
  return {
    size: () => watches.size,
    exists: async (id) => watches.get(id)?.state() != null || (await limited(() => options.exists(id))),
    follow: async (id, onState) => {
      const watch = watches.get(id) ?? startWatch(id, options);
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
  { load, followTopics = followPage, safetyMs = SAFETY_MS }: PageFeedOptions<State>,
): Watch<State> {
  const listeners = new Set<(state: State) => void>();
  let state: State | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const plan = (changesInMs: number | null) => {
    clearTimeout(timer);
    const slow = safetyMs * (1 - SAFETY_SPREAD * Math.random());
    if (!isStopped) timer = setTimeout(ask, Math.min(slow, (changesInMs ?? slow) + CHANGE_MARGIN_MS));
  };
  const reload = coalesce(async () => {
    if (isStopped) return;
    const fresh = await limited(() => load(id)).finally(() => plan(null));
    failedReads.clear();
    const before = state;
    state = fresh;
    if (fresh === null || isStopped) return;
    plan(fresh.changesInMs);
    topics.follow(fresh.topics);
    if (before?.key === fresh.key) return;
    for (const listener of [...listeners]) listener(fresh);
  }, GAP_MS);
  // The page shows what it showed before, and the next look is planned.
  const ask = () => void reload().catch((error: unknown) => failedReads.warnOnce(error));
  const topics = followChanging(followTopics, ask);
  // Before the first look: what is committed during it is told.
  const stopOwn = followTopics([id], ask);
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    stopOwn();
    topics.follow([]);
  };
  return { reload, state: () => state, listeners, users: 0, stop };
}

/** A database that is away is away for all open pages: it is said once. */
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
      // What was committed between the look that named them and this moment was not heard.
      if (topics.length > 0) onNotification();
    },
  };
}

/** Runs at most `count` tasks at once, in the order in which they came. */
export function atMost(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    // A place that is given up goes to the first who waits, without becoming free in between.
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const first = waiting.shift();
      if (first === undefined) free += 1;
      else first();
    }
  };
}

/**
 * Makes many calls of `task` into few. Each call is answered by a run that began after it, so
 * nothing that had happened by then is missed. Runs never overlap and begin at least `gapMs` apart;
 * the first of a burst begins at once.
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
