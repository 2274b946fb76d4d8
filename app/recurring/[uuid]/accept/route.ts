import { readFormField } from "@/app/pay/form-field";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { planResponse, withPlan } from "@/app/recurring/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { planPath } from "@/components/payers/recurring/plan-path";
import { AppError } from "@/lib/kernel/errors";
import { acceptRecurrence } from "@/lib/money-in/recurrences/accept-recurrence";

/** Accepts the plan: the payer opened the mailed link and pressed the button. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await withPlan(request, (await params).uuid, async (plan, language) => {
    const token = (await readFormField(request, "token")) ?? "";
    try {
      await acceptRecurrence(plan.id, token);
    } catch (error) {
      // The link stays valid: it may work later.
      if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
      return await planResponse(plan, { kind: "invited", token }, language, error);
    }
    return seeOther(planPath(plan.id, "", { token, lang: language.lang }), request);
  });
}
