import { afterAll, beforeAll, test } from "vitest";
import { SEND_POINTS } from "@/lib/sends/testing/worker-relay";
import { openPayoutCrashes, PAYOUT_CRASH_LIMIT_MS, type PayoutCrashes } from "@/lib/worker/testing/payout-crashes";

let crashes: PayoutCrashes;

beforeAll(async () => {
  crashes = await openPayoutCrashes();
}, PAYOUT_CRASH_LIMIT_MS);

afterAll(() => crashes?.stop());

test.each(SEND_POINTS)(
  "a worker that dies at %s leaves a payout that the next worker brings to its address exactly once",
  (point) => crashes.survive(point),
  PAYOUT_CRASH_LIMIT_MS,
);
