import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readOperations } from "@/lib/operations/queries";
import { operationsView } from "@/lib/operations/schema";

export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: operationsView,
  handle: ({ now }) => readOperations(now),
});
