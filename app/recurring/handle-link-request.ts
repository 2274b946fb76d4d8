import { readFormField } from "@/app/pay/form-field";
import { planResponse, withPlan } from "@/app/recurring/respond";
import { seeOther } from "@/components/payers/pay/page-headers";
import { planPath } from "@/components/payers/recurring/plan-path";
import { AppError } from "@/lib/kernel/errors";
import { withinShare } from "@/lib/kernel/http/address-limits";
import { askForLink } from "@/lib/money-in/recurrences/ask-for-link";
import { recurrenceErrors } from "@/lib/money-in/recurrences/recurrence";

/**
 * Daily limits per network address: for one plan, out of the plan's own limit, and for all plans
 * together.
 */
const OF_PLAN_A_DAY = 4;
const OF_ALL_A_DAY = 12;

/**
 * Handles an e-mail address submitted on the page. The response is the same whether it is the
 * payer's or not.
 */
export async function handleLinkRequest(request: Request, uuid: string): Promise<Response> {
  return await withPlan(request, uuid, async (plan, language) => {
    const { messages, lang } = language;
    const email = (await readFormField(request, "email")) ?? "";
    const refuse = recurrenceErrors.tooOften;
    const ask = () => askForLink({ recurrenceId: plan.id, email, locale: messages.locale });
    const ofAll = { what: "recurrence links", perDay: OF_ALL_A_DAY, refuse };
    const ofPlan = { what: `recurrence link ${plan.id}`, perDay: OF_PLAN_A_DAY, refuse };
    try {
      await withinShare(request, ofAll, () => withinShare(request, ofPlan, ask));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const looker = { kind: "anybody" as const, isSent: false, typed: email.trim() };
      return await planResponse(plan, looker, language, error);
    }
    return seeOther(planPath(plan.id, "", { sent: "1", lang }), request);
  });
}
