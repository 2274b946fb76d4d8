import { expect, test } from "vitest";
import { createPageHub, type PageChannelListener } from "@/lib/delivery/live/page-hub";

/** A hub whose channel the test plays. */
function fakeHub() {
  const channels: { listener: PageChannelListener; isOpen: boolean }[] = [];
  const hub = createPageHub((listener) => {
    const channel = { listener, isOpen: true };
    channels.push(channel);
    const close = async () => {
      channel.isOpen = false;
    };
    return { close };
  });
  const listener = () => {
    const last = channels.at(-1);
    if (last === undefined) throw new Error("nobody listens");
    return last.listener;
  };
  return { hub, channels, listener };
}

test("opens no channel before somebody follows, and one channel serves all", () => {
  const { hub, channels } = fakeHub();
  expect(channels).toHaveLength(0);
  hub.follow(["a"], () => {});
  hub.follow(["b", "c"], () => {});
  expect(channels).toHaveLength(1);
});

test("notifies each follower of a topic once, and nobody else", () => {
  const { hub, listener } = fakeHub();
  const seen: string[] = [];
  hub.follow(["a", "network:eth"], () => seen.push("one"));
  hub.follow(["a"], () => seen.push("two"));
  hub.follow(["b"], () => seen.push("three"));
  listener().onNotification("a");
  expect(seen).toEqual(["one", "two"]);
  listener().onNotification("network:eth");
  expect(seen).toEqual(["one", "two", "one"]);
  listener().onNotification("unknown");
  expect(seen).toHaveLength(3);
});

test("notifies everybody once when listening restarts, for what may have been missed", () => {
  const { hub, listener } = fakeHub();
  const seen: string[] = [];
  hub.follow(["a", "b", "c"], () => seen.push("one"));
  hub.follow(["c"], () => seen.push("two"));
  listener().onListening();
  expect(seen.sort()).toEqual(["one", "two"]);
});

test("notifies nobody who has stopped, even when a notification made them stop", () => {
  const { hub, listener } = fakeHub();
  const seen: string[] = [];
  const stopOne = hub.follow(["a"], () => {
    seen.push("one");
    stopOne();
    stopOne();
  });
  hub.follow(["a"], () => seen.push("two"));
  listener().onNotification("a");
  listener().onNotification("a");
  expect(seen).toEqual(["one", "two", "two"]);
});

test("a closed hub closes its channel, and opens another one for later followers", async () => {
  const { hub, channels } = fakeHub();
  hub.follow(["a"], () => {});
  await hub.close();
  expect(channels.map(({ isOpen }) => isOpen)).toEqual([false]);
  hub.follow(["b"], () => {});
  expect(channels.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});
