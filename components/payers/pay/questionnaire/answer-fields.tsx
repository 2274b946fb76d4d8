import type { QuestionnaireModel } from "@/components/payers/pay/questionnaire/questionnaire-model";
import { CHARACTERS_MAX } from "@/lib/money-in/questionnaires/validate-answers";

type TextField = keyof typeof CHARACTERS_MAX;

type TextAnswerProps = {
  readonly model: QuestionnaireModel;
  readonly field: TextField;
  readonly isLong?: boolean;
  readonly isOptional?: boolean;
  readonly autoComplete?: string;
};

/** A label, an input, and its error. */
export function TextAnswer({ model, field, isLong = false, isOptional = false, autoComplete }: TextAnswerProps) {
  const problem = problemOf(model, field);
  const attributes = {
    id: field,
    name: field,
    dir: "auto",
    defaultValue: model.typed[field],
    maxLength: CHARACTERS_MAX[field],
    required: !isOptional,
    ...markOf(field, problem),
  };
  return (
    <div className="field">
      <label htmlFor={field}>{model.messages.say(`aml.${field}`)}</label>
      {isLong ? (
        <textarea rows={4} {...attributes} />
      ) : (
        <input type="text" autoComplete={autoComplete} {...attributes} />
      )}
      <Problem field={field} text={problem} />
    </div>
  );
}

type ChoiceFieldProps = {
  readonly model: QuestionnaireModel;
  readonly field: "country" | "source";
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly autoComplete?: string;
};

/** A select without a preselected option. */
export function ChoiceField({ model, field, choices, autoComplete }: ChoiceFieldProps) {
  const problem = problemOf(model, field);
  return (
    <div className="field">
      <label htmlFor={field}>{model.messages.say(`aml.${field}`)}</label>
      <select
        id={field}
        name={field}
        required={true}
        defaultValue={model.typed[field]}
        autoComplete={autoComplete}
        {...markOf(field, problem)}
      >
        <option value="">{model.messages.say("aml.choose")}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Problem field={field} text={problem} />
    </div>
  );
}

/** Returns the ARIA attributes of a field with an error. */
export function markOf(field: string, problem: string | null) {
  return problem === null ? {} : { "aria-invalid": true, "aria-describedby": `${field}-wrong` };
}

export function Problem({ field, text }: { readonly field: string; readonly text: string | null }) {
  return text === null ? null : (
    <p id={`${field}-wrong`} className="wrong">
      {text}
    </p>
  );
}

function problemOf({ problems, messages }: QuestionnaireModel, field: TextField | "country" | "source"): string | null {
  const problem = problems.fields[field];
  if (problem === undefined) return null;
  if (problem === "missing" || field === "country" || field === "source") return messages.say("aml.wrong.missing");
  return messages.say("aml.wrong.long", { count: messages.number(CHARACTERS_MAX[field]) });
}
