import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readMerchant } from "@/lib/operations/merchants-queries";
import { merchantDetailView } from "@/lib/operations/merchants-schema";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: merchantDetailView,
  handle: ({ now, input }) => readMerchant(input.id, now),
});
