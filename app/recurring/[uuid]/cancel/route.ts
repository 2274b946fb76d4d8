import { readFormField } from "@/app/pay/form-field";
import { refuseTooMany } from "@/app/pay/refuse-too-many";
import type { PayParams } from "@/app/pay/respond";
import { withPlan } from "@/app/recurring/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { planPath } from "@/components/payers/recurring/plan-path";
import { openLink } from "@/lib/money-in/recurrences/accept-recurrence";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { recurrenceErrors } from "@/lib/money-in/recurrences/recurrence";

/** Cancels the plan, on the page that only the payer's own link opens. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const tooMany = await refuseTooMany(request, "change");
  if (tooMany !== null) return tooMany;
  return await withPlan(request, (await params).uuid, async ({ id }, { lang }) => {
    const token = (await readFormField(request, "token")) ?? "";
    const { plan, isPayer } = await openLink(id, token);
    if (!isPayer) throw recurrenceErrors.unknown();
    await cancelRecurrence(plan, { by: "payer", actorId: null });
    return seeOther(planPath(id, "", { token, lang }), request);
  });
}
