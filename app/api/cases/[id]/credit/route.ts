import { z } from "zod";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What accepting the payment of a case would do. */
export const GET = sessionEndpoint({
  access: member("case.decide"),
  input: z.object({ id: z.uuid() }),
  output: caseCreditPreview,
  handle: ({ member: { merchantId }, input }) =>
    previewCaseCredit({ caseId: input.id, merchantId, creditTo: merchantId }),
});

/** Accepts the payment of a case: a late one pays its invoice, at a price of before. */
export const POST = sessionEndpoint({
  access: fresh(member("case.decide")),
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  handle: async ({ member: { merchantId, session }, input }) => {
    await creditCase({ caseId: input.id, merchantId, actorId: session.user.id });
    return {};
  },
});
