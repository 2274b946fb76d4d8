import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readCapital } from "@/lib/operations/capital-queries";
import { capitalView } from "@/lib/operations/capital-schema";

/** The gateway's own money, by currency. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: capitalView,
  handle: () => readCapital(),
});
