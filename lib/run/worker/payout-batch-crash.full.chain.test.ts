import { afterAll, beforeAll, test } from "vitest";
import { openPayoutCrashes, PAYOUT_CRASH_LIMIT_MS, type PayoutCrashes } from "@/lib/run/worker/testing/payout-crashes";

/** The points of a batch that payout-crash.chain.test.ts leaves out. */
const INSIDE_TRANSACTIONS = ["send:stored", "send:booked"] as const;

let crashes: PayoutCrashes;

beforeAll(async () => {
  crashes = await openPayoutCrashes();
}, PAYOUT_CRASH_LIMIT_MS);

afterAll(() => crashes?.stop());

test.each(INSIDE_TRANSACTIONS)(
  "a worker that dies at %s of payouts that are signed together leaves all of them or none, and each is delivered once",
  (point) => crashes.surviveBatch(point),
  PAYOUT_CRASH_LIMIT_MS,
);
