import { z } from "zod";
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

/** Makes a payment key and shows its secret, this once. */
export const POST = sessionEndpoint({
  access: member("api-key.rotate"),
  input: rotateApiKeyInput,
  output: z.object({ secret: z.string() }),
  handle: ({ member: { merchantId, session }, input }) =>
    rotateKey({ merchantId, userId: session.user.id }, { kind: "payment", ...input }),
});
