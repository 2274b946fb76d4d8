import { isSentByPage } from "@/app/pay/form-field";
import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { orErrorPage } from "@/app/pay/respond";
import { readSubmission } from "@/app/questionnaire/read-submission";
import { withUploadPlace } from "@/app/questionnaire/upload-places";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { withLanguage } from "@/components/payers/pay/page-model";
import {
  BLANK_ANSWERS,
  NO_PROBLEMS,
  type QuestionnaireModel,
} from "@/components/payers/pay/questionnaire/questionnaire-model";
import { renderQuestionnaire } from "@/components/payers/pay/questionnaire/render-questionnaire";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { type AmlPageView, loadAmlPage } from "@/lib/fronts/questionnaire-page/load-page";
import { env } from "@/lib/kernel/env";
import { questionnairePath } from "@/lib/money-in/questionnaires/list-views";
import { submitAnswers } from "@/lib/money-in/questionnaires/submit-answers";
import { validateAnswers, validateDocuments } from "@/lib/money-in/questionnaires/validate-answers";

/** Shows the current page; it never reveals submitted answers. */
export async function showQuestionnaire(request: Request, link: string): Promise<Response> {
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const view = await loadAmlPage(link, new Date());
    return view === null ? await respondMissing(language) : await respond(view, language);
  });
}

/**
 * Accepts the answers, once. The body is not read for an unknown link, an answered or expired
 * questionnaire, or a cross-site request: only somebody whose payment is held can make the gateway
 * read megabytes.
 */
export async function takeAnswers(request: Request, link: string): Promise<Response> {
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const view = await loadAmlPage(link, new Date());
    if (view === null) return await respondMissing(language);
    if (view.status !== "init" || !isSentByPage(request)) return await respond(view, language);
    const answer = await withUploadPlace(view.id, () => validateAndSave(request, view, language));
    return answer ?? pageResponse(await renderMessagePage("too-many", language.messages), 429, language);
  });
}

async function validateAndSave(request: Request, view: AmlPageView, language: PageLanguage): Promise<Response> {
  const sent = await readSubmission(request);
  if (sent === null) {
    return await respond(view, language, { problems: { ...NO_PROBLEMS, isUploadBroken: true } });
  }
  const [judged, files] = [validateAnswers(sent.typed), validateDocuments(sent.files)];
  if ("problems" in judged || "refused" in files) {
    const fields = "problems" in judged ? judged.problems : {};
    const file = "refused" in files ? { name: files.refused } : null;
    return await respond(view, language, { typed: sent.typed, problems: { fields, file, isUploadBroken: false } });
  }
  // If another submission won, or the deadline passed meanwhile, the page shows the current status.
  await submitAnswers(view.id, { answers: judged.answers, documents: files.documents });
  return seeOther(withLanguage(questionnairePath(view.id), language.lang), request);
}

type Refused = Pick<QuestionnaireModel, "problems"> & Partial<Pick<QuestionnaireModel, "typed">>;

async function respond(
  view: AmlPageView,
  { messages, lang, cookie }: PageLanguage,
  refused?: Refused,
): Promise<Response> {
  const html = await renderQuestionnaire({
    view,
    path: questionnairePath(view.id),
    typed: refused?.typed ?? BLANK_ANSWERS,
    problems: refused?.problems ?? NO_PROBLEMS,
    keptDays: env().AML_RETENTION_DAYS,
    messages,
    lang,
  });
  const style = { brand: view.brand, isEmbedded: false };
  return pageResponse(html, refused === undefined ? 200 : 422, { messages, cookie }, style);
}

async function respondMissing(language: PageLanguage): Promise<Response> {
  return pageResponse(await renderMessagePage("missing", language.messages), 404, language);
}
