import { z } from "zod";
import { readMerchant } from "@/lib/fronts/admin/merchants-queries";
import { merchantDetailView } from "@/lib/fronts/admin/merchants-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: merchantDetailView,
  handle: ({ now, input }) => readMerchant(input.id, now),
});
