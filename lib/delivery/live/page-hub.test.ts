import { expect, test } from "vitest";
import { createPageHub, type PageChannelEars } from "@/lib/delivery/live/page-hub";

/** A hub whose channel the test plays. */
function playedHub() {
  const channels: { ears: PageChannelEars; isOpen: boolean }[] = [];
  const hub = createPageHub((ears) => {
    const channel = { ears, isOpen: true };
    channels.push(channel);
    const close = async () => {
      channel.isOpen = false;
    };
    return { close };
  });
  const ears = () => {
    const last = channels.at(-1);
    if (last === undefined) throw new Error("nobody listens");
    return last.ears;
  };
  return { hub, channels, ears };
}

test("nothing is opened before somebody follows, and one channel serves all", () => {
  const { hub, channels } = playedHub();
  expect(channels).toHaveLength(0);
  hub.follow(["a"], () => {});
  hub.follow(["b", "c"], () => {});
  expect(channels).toHaveLength(1);
});

test("news of a topic reaches each who follows it, once, and nobody else", () => {
  const { hub, ears } = playedHub();
  const heard: string[] = [];
  hub.follow(["a", "network:eth"], () => heard.push("one"));
  hub.follow(["a"], () => heard.push("two"));
  hub.follow(["b"], () => heard.push("three"));
  ears().onNews("a");
  expect(heard).toEqual(["one", "two"]);
  ears().onNews("network:eth");
  expect(heard).toEqual(["one", "two", "one"]);
  ears().onNews("unknown");
  expect(heard).toHaveLength(3);
});

test("when listening begins anew everybody is told once, for what may have been missed", () => {
  const { hub, ears } = playedHub();
  const heard: string[] = [];
  hub.follow(["a", "b", "c"], () => heard.push("one"));
  hub.follow(["c"], () => heard.push("two"));
  ears().onListening();
  expect(heard.sort()).toEqual(["one", "two"]);
});

test("who stopped hears nothing more, also when stopped by what is being told", () => {
  const { hub, ears } = playedHub();
  const heard: string[] = [];
  const stopOne = hub.follow(["a"], () => {
    heard.push("one");
    stopOne();
    stopOne();
  });
  hub.follow(["a"], () => heard.push("two"));
  ears().onNews("a");
  ears().onNews("a");
  expect(heard).toEqual(["one", "two", "two"]);
});

test("a closed hub lets its channel go, and opens another one for who comes later", async () => {
  const { hub, channels } = playedHub();
  hub.follow(["a"], () => {});
  await hub.close();
  expect(channels.map(({ isOpen }) => isOpen)).toEqual([false]);
  hub.follow(["b"], () => {});
  expect(channels.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});
