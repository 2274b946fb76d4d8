import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listPriceSources } from "@/lib/operations/prices-queries";
import { pricesView } from "@/lib/operations/prices-schema";

/** Sources of prices and how old each price is. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: pricesView,
  handle: () => listPriceSources(),
});
