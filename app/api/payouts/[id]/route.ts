import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { viewerOf } from "@/lib/dashboard/viewer";
import { getPayoutDetail } from "@/lib/payouts/dashboard-queries";
import { payoutDetailView } from "@/lib/payouts/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: payoutDetailView,
  handle: ({ member, input }) => getPayoutDetail(member.merchantId, input.id, viewerOf(member)),
});
