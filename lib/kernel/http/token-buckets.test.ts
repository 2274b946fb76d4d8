import fc from "fast-check";
import { expect, test } from "vitest";
import { createTokenBuckets } from "@/lib/kernel/http/address-limits";

const RATE = { perSecond: 2, burst: 5 };

test("allows a burst, then a rate per second, and one after the announced wait", () => {
  const buckets = createTokenBuckets(10);
  const answers = Array.from({ length: 6 }, () => buckets.take("a", RATE, 0));
  expect(answers).toEqual([0, 0, 0, 0, 0, 1]);
  expect([buckets.take("a", RATE, 400), buckets.take("a", RATE, 500), buckets.take("a", RATE, 501)]).toEqual([1, 0, 1]);
  expect(buckets.take("b", RATE, 501)).toBe(0);
  expect(Array.from({ length: 6 }, () => buckets.take("a", RATE, 99_000)).at(-1)).toBe(1);
});

test("no key exceeds its burst and rate over any period, whatever its requests", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(800), { maxLength: 60 }), (pauses) => {
      const buckets = createTokenBuckets(10);
      let [now, taken] = [0, 0];
      for (const pause of pauses) {
        now += pause;
        if (buckets.take("a", RATE, now) === 0) taken += 1;
      }
      expect(taken).toBeLessThanOrEqual(RATE.burst + (now / 1000) * RATE.perSecond);
    }),
  );
});

test("a client with many keys does not refill an active client's bucket, and is evicted itself", () => {
  const buckets = createTokenBuckets(3);
  for (let count = 0; count < 5; count += 1) buckets.take("a", RATE, 0);
  for (let count = 0; count < 100; count += 1) {
    buckets.take(`stranger ${count}`, RATE, 0);
    // Rejected, but remembered.
    expect(buckets.take("a", RATE, 0)).toBe(1);
  }
  expect(buckets.take("stranger 0", { ...RATE, burst: 1 }, 0)).toBe(0);
});

test("a token given back can be taken again, and never exceeds the bucket", () => {
  const buckets = createTokenBuckets(10);
  buckets.giveBack("a", { ...RATE, burst: 1 }, 0);
  expect([0, 0].map((now) => buckets.take("a", { ...RATE, burst: 1 }, now))).toEqual([0, 1]);
  buckets.giveBack("a", { ...RATE, burst: 1 }, 0);
  expect(buckets.take("a", { ...RATE, burst: 1 }, 0)).toBe(0);
});

test("setting the clock back neither takes nor gives tokens", () => {
  const buckets = createTokenBuckets(10);
  for (let count = 0; count < 5; count += 1) buckets.take("a", RATE, 10_000);
  expect(buckets.take("a", RATE, 0)).toBe(1);
});
