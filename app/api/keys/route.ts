import { z } from "zod";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { apiKeyView, rotateApiKeyInput } from "@/lib/people/merchants/schema";
import { listKeys } from "@/lib/people/settings/settings-queries";

export const GET = sessionEndpoint({
  access: member("api-key.read"),
  input: z.object({}),
  output: z.array(apiKeyView),
  handle: ({ member: { merchantId } }) => listKeys(merchantId),
});

/** Makes a payment key and shows its secret, this once. Whoever has it can refund what was paid. */
export const POST = sessionEndpoint({
  access: fresh(member("api-key.rotate")),
  input: rotateApiKeyInput,
  output: z.object({ secret: z.string() }),
  handle: ({ member: { merchantId, session }, input }) =>
    rotateKey({ merchantId, userId: session.user.id }, { kind: "payment", ...input }),
});
