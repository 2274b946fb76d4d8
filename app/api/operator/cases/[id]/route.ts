import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readOperatorCase } from "@/lib/operations/cases-queries";
import { operatorCaseDetailView } from "@/lib/operations/cases-schema";

/** A case that belongs to no merchant, or that screening holds or held. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: operatorCaseDetailView,
  handle: ({ session, input: { id } }) => readOperatorCase(id, session.user.id),
});
