import { z } from "zod";

/** What a person sees of their own code. */
const referralView = z.object({
  code: z.string(),
  /** Part of each commission that is theirs, in percent. */
  sharePercent: z.string(),
  merchantCount: z.int(),
  earned: z.array(z.object({ currency: z.string(), amount: z.string() })),
});
export type ReferralView = z.output<typeof referralView>;
