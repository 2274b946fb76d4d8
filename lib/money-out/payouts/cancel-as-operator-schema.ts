import { z } from "zod";

/** The form with which the operator cancels a payout. Safe for the browser. */
export const cancelAsOperatorForm = z.object({
  id: z.uuid(),
  reason: z.string().trim().min(1, "Enter a reason. The merchant sees it.").max(200, "At most 200 characters."),
});
export type CancelAsOperatorForm = z.output<typeof cancelAsOperatorForm>;
