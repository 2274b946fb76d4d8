import { afterAll, beforeAll, test } from "vitest";
import {
  openPayoutCrashes,
  PAYOUT_CRASH_LIMIT_MS,
  type PayoutCrashes,
  SOON_REPLACING,
} from "@/lib/run/worker/testing/payout-crashes";

/**
 * After signing, and after broadcasting. The other crash points are in payout-crash.long.test.ts.
 */
const TELLING_DEATHS = ["send:signed", "send:broadcast"] as const;

let crashes: PayoutCrashes;

beforeAll(async () => {
  crashes = await openPayoutCrashes();
}, PAYOUT_CRASH_LIMIT_MS);

afterAll(() => crashes?.stop());

test.each(TELLING_DEATHS)(
  "a worker that dies at %s leaves a payout that the next worker delivers exactly once",
  (point) => crashes.survive(point, point === "send:broadcast" ? SOON_REPLACING : {}),
  PAYOUT_CRASH_LIMIT_MS,
);

test.each(["send:stored", "send:signed", "send:booked"] as const)(
  "a worker that dies at %s of payouts that are signed together leaves all of them or none, and each is delivered once",
  (point) => crashes.surviveBatch(point),
  PAYOUT_CRASH_LIMIT_MS,
);

test(
  "a worker that dies right after signing a replacement leaves it to the next one, and one version arrives",
  () => crashes.surviveReplacement(),
  PAYOUT_CRASH_LIMIT_MS,
);
