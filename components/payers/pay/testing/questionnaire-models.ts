import {
  BLANK_ANSWERS,
  NO_PROBLEMS,
  type QuestionnaireModel,
} from "@/components/payers/pay/questionnaire/questionnaire-model";
import type { Messages } from "@/lib/kernel/locales/messages";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";

type QuestionnaireState = { readonly name: string; readonly model: QuestionnaireModel };

/** Returns the page of a questionnaire in each of its states, for tests that cover them all. */
export function questionnaireStates(messages: Messages): readonly QuestionnaireState[] {
  const view = {
    id: "7c3f2f53-0a0c-4d0e-8a59-6f7f7f0b2f11",
    status: "init",
    invoiceId: "0b5a4c57-3f0e-4a53-9d6c-5a1f7e1f3c11",
    orderId: "1042",
    merchantName: "Paper Lantern",
    brand: PLAIN_BRAND,
  } as const;
  const own = {
    path: "/questionnaire/abc",
    typed: BLANK_ANSWERS,
    problems: NO_PROBLEMS,
    keptDays: 90,
    messages,
    lang: null,
  };
  const wrong = {
    fields: { name: "missing", company: "missing", country: "missing", source: "missing", details: "long" },
    file: { name: "42" },
    isUploadBroken: false,
  } as const;
  const refused = { ...own, typed: { ...BLANK_ANSWERS, person: "business" }, problems: wrong };
  return [
    { name: "questionnaire", model: { ...own, view } },
    { name: "questionnaire with invalid answers", model: { ...refused, view } },
    {
      name: "questionnaire with too many files",
      model: { ...refused, view, problems: { ...wrong, file: { name: null } } },
    },
    {
      name: "questionnaire with an interrupted upload",
      model: { ...refused, view, problems: { ...wrong, isUploadBroken: true } },
    },
    ...(["pending", "completed", "expired"] as const).map((status) => ({
      name: `questionnaire ${status}`,
      model: { ...own, view: { ...view, status } },
    })),
  ];
}
