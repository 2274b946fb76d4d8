import { z } from "zod";

/** The form with which the operator gives up a payout. Safe for the browser. */
export const giveUpForm = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(1, "Enter a reason. The merchant sees it.").max(200, "At most 200 characters."),
});
export type GiveUpForm = z.output<typeof giveUpForm>;
