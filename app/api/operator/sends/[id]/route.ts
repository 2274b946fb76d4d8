import { z } from "zod";
import { getSend } from "@/lib/fronts/admin/sends-queries";
import { sendDetailView } from "@/lib/fronts/admin/sends-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** One send with every version of its transaction. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: sendDetailView,
  handle: ({ input }) => getSend(input.id),
});
