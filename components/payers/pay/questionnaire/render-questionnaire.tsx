import type { QuestionnaireModel } from "@/components/payers/pay/questionnaire/questionnaire-model";
import { QuestionnairePage } from "@/components/payers/pay/questionnaire/questionnaire-page";
import { renderDocument } from "@/components/payers/pay/render-pay-page";

/** Renders the page of a questionnaire as a whole HTML document. */
export async function renderQuestionnaire(model: QuestionnaireModel): Promise<string> {
  const { view, path, messages } = model;
  const title = `${messages.say("aml.title")} · ${messages.isolate(view.merchantName)}`;
  const facts = { title, path, messages, isLive: false, brand: view.brand };
  return await renderDocument(facts, <QuestionnairePage {...model} />);
}
