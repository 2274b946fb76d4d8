import { expect, test } from "vitest";
import { createStreamPlaces, type StreamLimits, type StreamPlaces } from "@/lib/delivery/live/stream-places";

const limited = (limits: Partial<StreamLimits>) =>
  createStreamPlaces(() => ({ all: 10, page: 10, address: 10, ...limits }));

/** Takes a slot, and throws if there is none. */
function placeIn(places: StreamPlaces, pageId: string, address: string | null = null) {
  const place = places.take(pageId, address);
  if (typeof place === "string") throw new Error(`no place: ${place}`);
  return place;
}

test("limits slots in total and per page, and leaving frees a slot once", () => {
  const places = limited({ all: 3, page: 2 });
  const [first, second] = [placeIn(places, "a"), placeIn(places, "a")];
  expect(places.take("a")).toBe("full");
  expect(places.take("b")).not.toBe("full");
  expect(places.take("c")).toBe("full");
  first.leave();
  first.leave();
  expect(places.count()).toBe(2);
  expect(places.take("a")).not.toBe("full");
  expect(places.take("c")).toBe("full");
  second.leave();
  expect(places.take("c")).not.toBe("full");
});

test("closing ends open and opening streams, and admits no new ones", () => {
  const places = limited({});
  const ended: string[] = [];
  const [open, gone, late] = [placeIn(places, "a"), placeIn(places, "b"), placeIn(places, "c")];
  open.whenClosing(() => ended.push("open"));
  gone.whenClosing(() => ended.push("gone"));
  gone.leave();
  places.close();
  expect(ended).toEqual(["open"]);
  late.whenClosing(() => ended.push("late"));
  expect(ended).toEqual(["open", "late"]);
  expect(places.take("d")).toBe("full");
});

test("limits slots per address across pages, and does not limit clients that are not counted", () => {
  const places = limited({ address: 2 });
  const first = placeIn(places, "a", "203.0.113.7");
  placeIn(places, "b", "203.0.113.7");
  expect(places.take("c", "203.0.113.7")).toBe("address");
  placeIn(places, "c", "203.0.113.8");
  for (let count = 0; count < 3; count += 1) placeIn(places, "d");
  first.leave();
  first.leave();
  placeIn(places, "c", "203.0.113.7");
  expect(places.take("c", "203.0.113.7")).toBe("address");
});
