import { z } from "zod";
import { listPriceSources } from "@/lib/fronts/admin/prices-queries";
import { pricesView } from "@/lib/fronts/admin/prices-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Sources of prices and how old each price is. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: pricesView,
  handle: () => listPriceSources(),
});
