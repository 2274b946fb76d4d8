import { withLanguage } from "@/components/payers/pay/page-model";
import { ChoiceField, TextAnswer } from "@/components/payers/pay/questionnaire/answer-fields";
import { DocumentsField } from "@/components/payers/pay/questionnaire/documents-field";
import type { QuestionnaireModel } from "@/components/payers/pay/questionnaire/questionnaire-model";
import { MONEY_SOURCES, PERSON_KINDS } from "@/lib/money-in/questionnaires/schema";
import { COUNTRIES } from "@/lib/money-in/questionnaires/validate-answers";

/** The questions to the payer. A plain form with files: it needs no script. */
export function QuestionnaireForm(model: QuestionnaireModel) {
  const { path, typed, messages, lang } = model;
  return (
    <form method="post" encType="multipart/form-data" action={withLanguage(path, lang)}>
      <fieldset>
        <legend>{messages.say("aml.person")}</legend>
        {PERSON_KINDS.map((kind) => (
          <label key={kind} className="radio">
            <input type="radio" name="person" value={kind} defaultChecked={typed.person === kind} required={true} />
            <span>{messages.say(`aml.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      <TextAnswer model={model} field="name" autoComplete="name" />
      <TextAnswer model={model} field="company" autoComplete="organization" isOptional={true} />
      <ChoiceField
        model={model}
        field="country"
        autoComplete="country"
        choices={countriesIn(model).map(([value, label]) => ({ value, label }))}
      />
      <ChoiceField
        model={model}
        field="source"
        choices={MONEY_SOURCES.map((value) => ({ value, label: messages.say(`aml.sources.${value}`) }))}
      />
      <TextAnswer model={model} field="details" isLong={true} />
      <TextAnswer model={model} field="relation" isLong={true} />
      <DocumentsField {...model} />
      <button type="submit" className="button">
        {messages.say("aml.send")}
      </button>
      <small>{messages.say("aml.once")}</small>
    </form>
  );
}

/** By name in the page's language, in its sort order. */
function countriesIn({ messages }: QuestionnaireModel): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames([messages.locale], { type: "region" });
  const { compare } = new Intl.Collator(messages.locale);
  return COUNTRIES.map((code) => [code, names.of(code) ?? code] as const).toSorted(([, a], [, b]) => compare(a, b));
}
