import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readStanding } from "@/lib/merchants/standing";
import { standingView } from "@/lib/merchants/standing-schema";

/** What the merchant cannot do at the moment. */
export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: standingView,
  handle: ({ member: { merchantId }, now }) => readStanding(merchantId, now),
});
