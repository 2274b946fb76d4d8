import { z } from "zod";
import { readOperatorCase } from "@/lib/fronts/admin/cases-queries";
import { operatorCaseDetailView } from "@/lib/fronts/admin/cases-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** A case that belongs to no merchant, or that screening holds or held. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({ id: z.uuid() }),
  output: operatorCaseDetailView,
  handle: ({ session, input: { id } }) => readOperatorCase(id, session.user.id),
});
