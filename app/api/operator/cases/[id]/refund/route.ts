import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { caseRefundPreview, refundCaseForm } from "@/lib/operations/cases-schema";
import { previewRefundCase, refundCaseFromForm } from "@/lib/operations/refund-case-from-form";

/** What sending a case's deposit back would do. */
export const GET = sessionEndpoint({
  access: operator(),
  input: refundCaseForm,
  output: caseRefundPreview,
  handle: ({ input }) => previewRefundCase(input),
});

/** Sends the deposit of a case back. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: refundCaseForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await refundCaseFromForm(input, session.user.id);
    return {};
  },
});
