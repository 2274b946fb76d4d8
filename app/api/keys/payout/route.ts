import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { rotateKey } from "@/lib/merchants/rotate-key";
import { rotateApiKeyInput } from "@/lib/merchants/schema";

/** Makes a payout key and shows its secret, this once. Whoever has it sends money out. */
export const POST = sessionEndpoint({
  access: fresh(member("payout-key.rotate")),
  input: rotateApiKeyInput,
  output: z.object({ secret: z.string() }),
  handle: ({ member: { merchantId, session }, input }) =>
    rotateKey({ merchantId, userId: session.user.id }, { kind: "payout", ...input }),
});
