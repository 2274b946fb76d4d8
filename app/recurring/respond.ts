import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { orErrorPage } from "@/app/pay/respond";
import { pageResponse } from "@/components/payers/pay/page-headers";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import type { PlanLooker } from "@/components/payers/recurring/plan-page-model";
import { planProblemText } from "@/components/payers/recurring/problem-text";
import { renderExpiredLinkPage, renderPlanPage } from "@/components/payers/recurring/render-plan-page";
import { findPagePlan, loadPayerPlan, loadPlanPage } from "@/lib/fronts/plan-page/load-plan-page";
import { AppError } from "@/lib/kernel/errors";
import { openLink } from "@/lib/money-in/recurrences/accept-recurrence";
import type { Recurrence } from "@/lib/money-in/recurrences/recurrence";

/**
 * Returns the page of a plan with what its viewer may see. Opening it changes nothing, since mail
 * scanners open links.
 */
export async function respondWithPlan(request: Request, uuid: string): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  return await withPlan(request, uuid, async (plan, language) => {
    const isSent = searchParams.has("sent");
    if (token === null) return await planResponse(plan, { kind: "anybody", isSent, typed: "" }, language);
    const { plan: opened, isPayer } = await openLink(plan.id, token);
    const looker: PlanLooker = isPayer
      ? { kind: "payer", token, own: await loadPayerPlan(opened, new Date()) }
      : { kind: "invited", token };
    return await planResponse(opened, looker, language);
  });
}

export async function planResponse(
  plan: Recurrence,
  looker: PlanLooker,
  language: PageLanguage,
  refusal: AppError | null = null,
): Promise<Response> {
  const view = await loadPlanPage(plan);
  const { messages, lang } = language;
  const error = refusal && planProblemText(refusal, messages, view.merchantName);
  const html = await renderPlanPage({ view, looker, error, messages, lang });
  return pageResponse(html, error === null ? 200 : 422, language, { brand: view.brand, isEmbedded: false });
}

/**
 * Calls `respond` with the plan in the URL. Unknown plan: returns a 404 page. An AppError: returns
 * a page that says why, and that the link is no longer valid.
 */
export async function withPlan(
  request: Request,
  uuid: string,
  respond: (plan: Recurrence, language: PageLanguage) => Promise<Response>,
): Promise<Response> {
  const language = await pageLanguage(request);
  const { messages, lang } = language;
  return await orErrorPage(language, async () => {
    const plan = await findPagePlan(uuid.toLowerCase());
    if (plan === null) return pageResponse(await renderMessagePage("missing", messages), 404, language);
    try {
      return await respond(plan, language);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const view = await loadPlanPage(plan);
      const html = await renderExpiredLinkPage(
        { view, messages, lang },
        planProblemText(error, messages, view.merchantName),
      );
      return pageResponse(html, 410, language, { brand: view.brand, isEmbedded: false });
    }
  });
}
