import { z } from "zod";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { previewCaseCredit } from "@/lib/exceptions/case-decisions/preview-case-credit";
import { creditPreviewQuery, unownedCreditPreview } from "@/lib/fronts/admin/cases-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/** What giving the money of a case without an owner to a merchant would do. */
export const GET = sessionEndpoint({
  access: operator(),
  input: creditPreviewQuery,
  output: unownedCreditPreview,
  handle: ({ input: { id, merchantId } }) => previewCaseCredit({ caseId: id, merchantId: null, creditTo: merchantId }),
});

/** Gives the money of a case without an owner to a merchant, or lets go what screening holds. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: z.object({ id: z.uuid(), merchantId: z.uuid().optional() }),
  output: z.object({}),
  handle: async ({ session, input: { id, merchantId } }) => {
    const merchant = merchantId === undefined ? null : await getMerchant(merchantId);
    await creditCase({
      caseId: id,
      merchantId: null,
      ...(merchant && { creditTo: merchant.id }),
      actorId: session.user.id,
    });
    return {};
  },
});
