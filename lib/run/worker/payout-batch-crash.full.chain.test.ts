import { afterAll, beforeAll, test } from "vitest";
import { openPayoutCrashes, PAYOUT_CRASH_LIMIT_MS, type PayoutCrashes } from "@/lib/run/worker/testing/payout-crashes";

/** Inside the transactions that sign and that settle, and between signing and broadcasting. */
const DEATHS = ["send:stored", "send:booked", "send:signed"] as const;

let crashes: PayoutCrashes;

beforeAll(async () => {
  crashes = await openPayoutCrashes();
}, PAYOUT_CRASH_LIMIT_MS);

afterAll(() => crashes?.stop());

test.each(DEATHS)(
  "a worker that dies at %s of payouts that are signed together leaves all of them or none, and each is delivered once",
  (point) => crashes.surviveBatch(point),
  PAYOUT_CRASH_LIMIT_MS,
);
