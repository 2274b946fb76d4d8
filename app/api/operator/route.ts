import { z } from "zod";
import { readOperations } from "@/lib/fronts/admin/queries";
import { operationsView } from "@/lib/fronts/admin/schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: operationsView,
  handle: ({ now }) => readOperations(now),
});
