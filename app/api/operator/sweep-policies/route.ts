import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { decimal } from "@/lib/money/decimal";
import { sweepPolicyForm, toSeconds } from "@/lib/operations/hot-wallets-schema";
import { setSweepPolicy } from "@/lib/sweeps/set-sweep-policy";

/** When deposits of a coin are gathered. */
export const POST = sessionEndpoint({
  access: operator(),
  input: sweepPolicyForm,
  output: z.object({}),
  handle: async ({ session, input: { amountMin, waitHoursMax, batchMax, ...rest } }) => {
    await setSweepPolicy({
      ...rest,
      amountMin: decimal(amountMin),
      waitSecondsMax: toSeconds(waitHoursMax),
      batchMax: Number.parseInt(batchMax, 10),
      actorId: session.user.id,
    });
    return {};
  },
});
