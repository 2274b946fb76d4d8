import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { apiKeyView, rotateApiKeyInput } from "@/lib/people/merchants/schema";
import { listKeys } from "@/lib/people/settings/settings-queries";

/** Of the machine API. Each kind has an operation of its own: who may make the one may not make the other. */
export const keys = router({
  list: operation(member("api-key.read"))
    .output(z.array(apiKeyView))
    .query(({ ctx: { member } }) => listKeys(member.merchantId)),

  /** Makes a payment key and shows its secret, this once. Whoever has it can refund what was paid. */
  rotatePayment: operation(fresh(member("api-key.rotate")))
    .input(rotateApiKeyInput)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return rotateKey({ merchantId, userId: session.user.id }, { kind: "payment", ...input });
    }),

  /** Makes a payout key and shows its secret, this once. Whoever has it sends money out. */
  rotatePayout: operation(fresh(member("payout-key.rotate")))
    .input(rotateApiKeyInput)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return rotateKey({ merchantId, userId: session.user.id }, { kind: "payout", ...input });
    }),
});
