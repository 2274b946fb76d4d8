import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { getSend } from "@/lib/operations/sends-queries";
import { sendDetailView } from "@/lib/operations/sends-schema";

/** One send with every version of its transaction. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: sendDetailView,
  handle: ({ input }) => getSend(input.id),
});
