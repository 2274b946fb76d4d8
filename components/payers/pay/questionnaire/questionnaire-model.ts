import type { AmlPageView } from "@/lib/fronts/questionnaire-page/load-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";
import type { AnswerField, AnswerProblem, TypedAnswers } from "@/lib/money-in/questionnaires/validate-answers";

/** Errors of a submission. `isUploadBroken`: it was incomplete, or too large. */
export type QuestionnaireProblems = {
  readonly fields: Readonly<Partial<Record<AnswerField, AnswerProblem>>>;
  /** A refused document; without a name, they are too many or too large in total. */
  readonly file: { readonly name: string | null } | null;
  readonly isUploadBroken: boolean;
};

export const NO_PROBLEMS: QuestionnaireProblems = { fields: {}, file: null, isUploadBroken: false };

export const BLANK_ANSWERS: TypedAnswers = {
  person: "private",
  name: "",
  company: "",
  country: "",
  source: "",
  details: "",
  relation: "",
};

/** Everything that the page of a questionnaire is rendered from. */
export type QuestionnaireModel = {
  readonly view: AmlPageView;
  /** Its own path, relative to the origin, without a language. */
  readonly path: string;
  readonly typed: TypedAnswers;
  readonly problems: QuestionnaireProblems;
  /** Days that answers are stored after the decision. */
  readonly keptDays: number;
  readonly messages: Messages;
  readonly lang: Locale | null;
};
