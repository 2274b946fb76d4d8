import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { readStanding } from "@/lib/people/guards/standing";
import { standingView } from "@/lib/people/guards/standing-schema";

/** What the merchant cannot do at the moment. */
export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: standingView,
  handle: ({ member: { merchantId }, now }) => readStanding(merchantId, now),
});
