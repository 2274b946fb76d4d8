import { z } from "zod";
import { readAnswers } from "@/lib/aml/read-answers";
import { amlContents } from "@/lib/aml/schema";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

/** What a payer answered. A change in form, because each reading is written down. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: z.object({ id: z.uuid() }),
  output: amlContents,
  handle: ({ session, input }) => readAnswers(input.id, session.user.id),
});
