import { afterAll, beforeAll, test } from "vitest";
import {
  openPayoutCrashes,
  PAYOUT_CRASH_LIMIT_MS,
  type PayoutCrashes,
  SOON_REPLACING,
} from "@/lib/run/worker/testing/payout-crashes";

/**
 * After signing, and after broadcasting. The other crash points are in payout-crash.long.test.ts
 * and payout-batch-crash.full.chain.test.ts.
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

test(
  "a worker that dies right after signing a replacement leaves it to the next one, and one version arrives",
  () => crashes.surviveReplacement(),
  PAYOUT_CRASH_LIMIT_MS,
);
