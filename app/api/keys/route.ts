import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listKeys } from "@/lib/merchants/dashboard-queries";
import { rotateKey } from "@/lib/merchants/rotate-key";
import { apiKeyView, rotateApiKeyInput } from "@/lib/merchants/schema";

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
