import { expect, it } from "vitest";
import { createDestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations } from "@/lib/chains/driver";
import { CallerFailure } from "@/lib/chains/failover";

const toDestination = (item: number) => ({ address: String(item), memo: null });
const isOurs = (item: number) => item % 1_000 === 7;

/** Matches every thousandth destination. */
function createRecordingMatch() {
  const asked: number[] = [];
  const match: MatchDestinations = async (destinations) => {
    asked.push(destinations.length);
    return new Set(destinations.map(({ address }) => address).filter((address) => isOurs(Number(address))));
  };
  return { asked, match };
}

it("returns our items in order, matches few at once and many in batches, and holds little in between", async () => {
  const { asked, match } = createRecordingMatch();
  const filter = createDestinationFilter(match, toDestination);
  for (let item = 0; item < 10_000; item += 1) {
    filter.add(item);
    await filter.drain();
    expect(filter.entries().length).toBeLessThan(1_100);
  }
  expect(await filter.finish()).toEqual([7, 1_007, 2_007, 3_007, 4_007, 5_007, 6_007, 7_007, 8_007, 9_007]);
  expect(asked).toEqual(Array.from({ length: 10 }, () => 1_000));
  const small = createDestinationFilter(match, toDestination);
  const other = createDestinationFilter(match, toDestination);
  for (const item of [1, 7, 7]) small.add(item);
  for (const item of [8, 1_007]) other.add(item);
  small.adopt(other.entries());
  asked.length = 0;
  expect(await small.finish()).toEqual([7, 7, 1_007]);
  expect(asked).toEqual([4]);
  expect(await createDestinationFilter(match, toDestination).finish()).toEqual([]);
});

it("does not blame a node for the caller's own failure", async () => {
  const filter = createDestinationFilter<number>(
    () => Promise.reject(new Error("the database is gone")),
    toDestination,
  );
  filter.add(1);
  await expect(filter.finish()).rejects.toBeInstanceOf(CallerFailure);
});
