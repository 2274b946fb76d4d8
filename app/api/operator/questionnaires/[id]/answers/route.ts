import { z } from "zod";
import { readAnswers } from "@/lib/exceptions/questionnaires/ask-again";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { amlContents } from "@/lib/money-in/questionnaires/schema";

/** What a payer answered. A change in form, because each reading is written down. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: z.object({ id: z.uuid() }),
  output: amlContents,
  handle: ({ session, input }) => readAnswers(input.id, session.user.id),
});
