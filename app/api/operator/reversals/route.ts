import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listReversals } from "@/lib/operations/reversals-queries";
import { reversalsView } from "@/lib/operations/reversals-schema";

/** Booked payments that left their chain, and that two nodes do not prove to be gone. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: reversalsView,
  handle: () => listReversals(),
});
