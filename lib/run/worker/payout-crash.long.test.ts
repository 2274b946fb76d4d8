import { afterAll, beforeAll, test } from "vitest";
import { openPayoutCrashes, PAYOUT_CRASH_LIMIT_MS, type PayoutCrashes } from "@/lib/run/worker/testing/payout-crashes";
import { SEND_POINTS } from "@/lib/sending/sends/testing/worker-relay";

let crashes: PayoutCrashes;

beforeAll(async () => {
  crashes = await openPayoutCrashes();
}, PAYOUT_CRASH_LIMIT_MS);

afterAll(() => crashes?.stop());

test.each(SEND_POINTS)(
  "a worker that dies at %s leaves a payout that the next worker delivers exactly once",
  (point) => crashes.survive(point),
  PAYOUT_CRASH_LIMIT_MS,
);
