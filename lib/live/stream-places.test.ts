import { expect, test } from "vitest";
import { createStreamPlaces } from "@/lib/live/stream-places";

test("there are so many places in all and so many a page, and who leaves makes room, once", () => {
  const places = createStreamPlaces(() => ({ all: 3, page: 2 }));
  const [first, second] = [places.take("a"), places.take("a")];
  expect(places.take("a")).toBeNull();
  expect(places.take("b")).not.toBeNull();
  expect(places.take("c")).toBeNull();
  first?.leave();
  first?.leave();
  expect(places.count()).toBe(2);
  expect(places.take("a")).not.toBeNull();
  expect(places.take("c")).toBeNull();
  second?.leave();
  expect(places.take("c")).not.toBeNull();
});

test("closing ends those that are open, those that are just being opened, and lets nobody in", () => {
  const places = createStreamPlaces(() => ({ all: 10, page: 10 }));
  const ended: string[] = [];
  const [open, gone, late] = [places.take("a"), places.take("b"), places.take("c")];
  open?.whenClosing(() => ended.push("open"));
  gone?.whenClosing(() => ended.push("gone"));
  gone?.leave();
  places.close();
  expect(ended).toEqual(["open"]);
  late?.whenClosing(() => ended.push("late"));
  expect(ended).toEqual(["open", "late"]);
  expect(places.take("d")).toBeNull();
});
