import { z } from "zod";
import { caseRefundPreview, refundCaseForm } from "@/lib/fronts/admin/cases-schema";
import { previewRefundCase, refundCaseFromForm } from "@/lib/fronts/admin/refund-case-from-form";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

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
