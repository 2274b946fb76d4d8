import { z } from "zod";
import { listReversals } from "@/lib/fronts/admin/reversals-queries";
import { reversalsView } from "@/lib/fronts/admin/reversals-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Booked payments that left their chain, and that two nodes do not prove to be gone. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: reversalsView,
  handle: () => listReversals(),
});
