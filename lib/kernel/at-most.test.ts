import { expect, test } from "vitest";
import { atMost } from "@/lib/kernel/at-most";

test("never exceeds the limit, keeps the order, and frees the slot of a failed task", async () => {
  const limited = atMost(3);
  const order: number[] = [];
  let [now, most] = [0, 0];
  const task = (n: number) => async () => {
    order.push(n);
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    if (n % 4 === 0) throw new Error(`task ${n}`);
    return n;
  };
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const results = await Promise.allSettled(numbers.map((n) => limited(task(n))));
  expect(most).toBe(3);
  expect(order).toEqual(numbers);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(10);
  // All three slots are still usable.
  most = 0;
  await Promise.all([1, 2, 3, 5].map((n) => limited(task(n))));
  expect(most).toBe(3);
});
