import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { rotateApiKeyInput } from "@/lib/people/merchants/schema";

/** Makes a payout key and shows its secret, this once. Whoever has it sends money out. */
export const POST = sessionEndpoint({
  access: fresh(member("payout-key.rotate")),
  input: rotateApiKeyInput,
  output: z.object({ secret: z.string() }),
  handle: ({ member: { merchantId, session }, input }) =>
    rotateKey({ merchantId, userId: session.user.id }, { kind: "payout", ...input }),
});
