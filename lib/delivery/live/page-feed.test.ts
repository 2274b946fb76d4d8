import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { createPageHub } from "@/lib/delivery/live/page-hub";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(100);

/** A feed of pages that the test sets and whose changes the test announces. */
function fakeFeed() {
  let notify: (topic: string) => void = () => {};
  const hub = createPageHub((listener) => {
    notify = listener.onNotification;
    return { close: async () => {} };
  });
  const pages = new Map<string, PageState>();
  const loads: string[] = [];
  const batches: number[] = [];
  const atOnce = { now: 0, most: 0 };
  const answers = { fail: null as Error | null, failOf: new Map<string, Error>() };
  const followed = new Map<string, number>();
  const feed = createPageFeed({
    load: async (ids) => {
      loads.push(...ids);
      batches.push(ids.length);
      atOnce.now += 1;
      atOnce.most = Math.max(atOnce.most, atOnce.now);
      await Promise.resolve();
      atOnce.now -= 1;
      if (answers.fail) throw answers.fail;
      return ids.map((id) => answers.failOf.get(id) ?? pages.get(id) ?? null);
    },
    exist: async (ids) => ids.map((id) => pages.has(id)),
    followTopics: (topics, onNotification) => {
      for (const topic of topics) followed.set(topic, (followed.get(topic) ?? 0) + 1);
      const stop = hub.follow(topics, onNotification);
      return () => {
        for (const topic of topics) followed.set(topic, (followed.get(topic) ?? 0) - 1);
        stop();
      };
    },
  });
  const set = (id: string, key: string, more: Partial<PageState> = {}) =>
    pages.set(id, { key, isFinal: false, topics: [], changesInMs: null, ...more });
  return { feed, set, loads, batches, atOnce, answers, followed, notify: (topic: string) => notify(topic) };
}

test("sends the current state first, then each state with another key, and none twice", async () => {
  const { feed, set, notify } = fakeFeed();
  set("a", "one");
  const seen: string[] = [];
  await feed.follow("a", ({ key }) => seen.push(key));
  expect(seen).toEqual(["one"]);
  notify("a");
  await settled();
  set("a", "two");
  notify("a");
  await settled();
  notify("a");
  await settled();
  expect(seen).toEqual(["one", "two"]);
});

test("many followers of one page share one load at a time, and a burst of notifications costs two", async () => {
  const { feed, set, loads, notify } = fakeFeed();
  set("a", "one");
  const seen: number[] = [];
  await Promise.all(Array.from({ length: 20 }, (_, n) => feed.follow("a", () => seen.push(n))));
  expect([loads.length, seen.length, feed.size()]).toEqual([1, 20, 1]);
  await settled();
  set("a", "two");
  for (let n = 0; n < 50; n += 1) notify("a");
  await settled();
  expect(seen).toHaveLength(40);
  expect(loads.length).toBeLessThanOrEqual(3);
});

test("does not miss what was committed during the first load", async () => {
  const { feed, set, notify } = fakeFeed();
  set("a", "one");
  const seen: string[] = [];
  const following = feed.follow("a", ({ key }) => seen.push(key));
  await Promise.resolve();
  set("a", "two");
  notify("a");
  await following;
  await settled();
  expect(seen.at(-1)).toBe("two");
});

test("reloads on a new block only while the page names its network", async () => {
  const { feed, set, loads, notify, followed } = fakeFeed();
  set("a", "one");
  await feed.follow("a", () => {});
  await settled();
  notify("network:eth");
  await settled();
  expect(loads).toHaveLength(1);
  set("a", "seen", { topics: ["network:eth"] });
  notify("a");
  await settled();
  const before = loads.length;
  notify("network:eth");
  await settled();
  expect(loads.length).toBe(before + 1);
  set("a", "paid");
  notify("a");
  await settled();
  expect(followed.get("network:eth")).toBe(0);
});

test("notices a lost notification within 15 seconds, and a scheduled change when it is due", async () => {
  const { feed, set } = fakeFeed();
  set("a", "one");
  set("b", "one", { changesInMs: 2_000 });
  const seen: string[] = [];
  await feed.follow("a", ({ key }) => seen.push(`a ${key}`));
  await feed.follow("b", ({ key }) => seen.push(`b ${key}`));
  set("a", "two");
  set("b", "over");
  await vi.advanceTimersByTimeAsync(2_100);
  expect(seen).toEqual(["a one", "b one", "b over"]);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(seen.at(-1)).toBe("a two");
});

test("survives a database outage: followers are notified once the page can be read again", async () => {
  const { feed, set, answers, notify } = fakeFeed();
  set("a", "one");
  const seen: string[] = [];
  await feed.follow("a", ({ key }) => seen.push(key));
  await settled();
  answers.fail = new Error("no database");
  set("a", "two");
  notify("a");
  await settled();
  expect(seen).toEqual(["one"]);
  answers.fail = null;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(seen).toEqual(["one", "two"]);
});

test("pages that change at once are loaded together, each once, at most 100 at a time and twice at once", async () => {
  const { feed, set, loads, batches, atOnce, notify } = fakeFeed();
  const ids = Array.from({ length: 5_000 }, (_, n) => `page ${n}`);
  const seen = new Map<string, string>();
  for (const id of ids) set(id, "one");
  const opening = Promise.all(ids.map((id) => feed.follow(id, ({ key }) => seen.set(id, key))));
  await vi.advanceTimersByTimeAsync(1_000);
  await opening;
  for (const list of [loads, batches]) list.length = 0;
  for (const id of ids) set(id, `two of ${id}`);
  for (const id of ids) notify(id);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...seen]).toEqual(ids.map((id) => [id, `two of ${id}`]));
  expect(loads).toEqual(ids);
  expect(Math.max(...batches)).toBe(100);
  expect(batches.length).toBeLessThanOrEqual(53);
  expect(atOnce.most).toBe(2);
});

test("a page that cannot be read is tried again, and those read with it do not wait for it", async () => {
  const { feed, set, answers, notify } = fakeFeed();
  const seen: string[] = [];
  for (const id of ["a", "b", "c"]) {
    set(id, "one");
    await feed.follow(id, ({ key }) => seen.push(`${id} ${key}`));
  }
  await settled();
  answers.failOf.set("b", new Error("not in the catalog"));
  for (const id of ["a", "b", "c"]) set(id, "two");
  for (const id of ["a", "b", "c"]) notify(id);
  await settled();
  expect(seen.slice(3)).toEqual(["a two", "c two"]);
  answers.failOf.clear();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(seen.slice(5)).toEqual(["b two"]);
});

test("a page that changes all the time does not keep others from being loaded", async () => {
  const { feed, set, notify, loads } = fakeFeed();
  const seen: string[] = [];
  for (const id of ["busy", "calm"]) {
    set(id, "one");
    await feed.follow(id, ({ key }) => seen.push(`${id} ${key}`));
  }
  await settled();
  loads.length = 0;
  for (let n = 0; n < 1_000; n += 1) notify("busy");
  set("calm", "two");
  notify("calm");
  for (let n = 0; n < 1_000; n += 1) notify("busy");
  await settled();
  expect(seen.at(-1)).toBe("calm two");
  expect(loads.length).toBeLessThanOrEqual(4);
});

test("leaves nothing behind for a page that does not exist or whose first load fails", async () => {
  const { feed, answers, followed } = fakeFeed();
  expect(await feed.follow("nobody", () => {})).toBeNull();
  answers.fail = new Error("no database");
  await expect(feed.follow("a", () => {})).rejects.toThrow("no database");
  expect(feed.size()).toBe(0);
  expect([...followed.values()]).toEqual([0, 0]);
});

test("stops loads, topics and timers when the last follower leaves", async () => {
  const { feed, set, loads, followed, notify } = fakeFeed();
  set("a", "seen", { topics: ["network:eth"] });
  const stops = await Promise.all([1, 2].map(() => feed.follow("a", () => {})));
  await settled();
  stops[0]?.();
  stops[0]?.();
  expect(feed.size()).toBe(1);
  stops[1]?.();
  expect(feed.size()).toBe(0);
  expect([...followed.values()]).toEqual([0, 0]);
  const before = loads.length;
  notify("a");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loads).toHaveLength(before);
  expect(vi.getTimerCount()).toBe(0);
});
