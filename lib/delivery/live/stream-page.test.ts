import { afterEach, expect, test, vi } from "vitest";
import { createPageFeed, type PageState } from "@/lib/delivery/live/page-feed";
import { createPageHub, pagePlaces } from "@/lib/delivery/live/page-hub";
import { streamPage } from "@/lib/delivery/live/stream-page";
import { readEvents } from "@/lib/delivery/live/testing/read-events";

afterEach(() => void vi.useRealTimers());

test("a reader that does not read delays nobody, and is disconnected before its events pile up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "performance"] });
  let notify: (topic: string) => void = () => {};
  const hub = createPageHub((listener) => {
    notify = listener.onNotification;
    return { close: async () => {} };
  });
  let version = 0;
  const stateNow = (): PageState => ({ key: `${version}`, isFinal: false, topics: [], changesInMs: null });
  const feed = createPageFeed({
    load: async (ids) => ids.map(stateNow),
    exist: async (ids) => ids.map(() => true),
    followTopics: hub.follow,
  });
  const open = () => {
    const request = new Request("http://gateway.example/pay/one/events");
    return streamPage(request, { feed, id: "one", toBody: ({ key }) => JSON.stringify({ key }) });
  };
  const opening = Promise.all([open(), open()]);
  await vi.advanceTimersByTimeAsync(100);
  const [slow, other] = await opening;
  const quick = readEvents(other);
  expect(pagePlaces.count()).toBe(2);
  expect(await quick.next()).toEqual({ key: "0" });
  for (version = 1; version < 60; version += 1) {
    notify("one");
    await vi.advanceTimersByTimeAsync(60);
    expect(await quick.next()).toEqual({ key: `${version}` });
  }
  expect(pagePlaces.count()).toBe(1);
  await expect(slow.text()).rejects.toThrow("nobody reads this stream");
  await quick.cancel();
  expect([pagePlaces.count(), feed.size()]).toEqual([0, 0]);
});
