import { markOf, Problem } from "@/components/payers/pay/questionnaire/answer-fields";
import type { QuestionnaireModel } from "@/components/payers/pay/questionnaire/questionnaire-model";
import { DOCUMENT_BYTES_MAX, DOCUMENTS_BYTES_MAX, DOCUMENTS_MAX } from "@/lib/money-in/questionnaires/schema";

const MEBIBYTE = 1024 * 1024;
/** For the file dialog only; the file type is detected from the bytes. */
const ACCEPT = "application/pdf,image/png,image/jpeg";
const RULE_ID = "documents-rule";

/**
 * The payer's files. A browser forgets them when the form is shown again, which the notice above it
 * says.
 */
export function DocumentsField({ problems: { file, isUploadBroken }, messages }: QuestionnaireModel) {
  const rule = messages.say("aml.rule", {
    count: messages.number(DOCUMENTS_MAX),
    each: messages.number(DOCUMENT_BYTES_MAX / MEBIBYTE),
    total: messages.number(DOCUMENTS_BYTES_MAX / MEBIBYTE),
  });
  const problem = fileProblem();
  const mark = markOf("documents", problem);
  return (
    <div className="field">
      <label htmlFor="documents">{messages.say("aml.documents")}</label>
      <input
        id="documents"
        type="file"
        name="documents"
        multiple={true}
        accept={ACCEPT}
        {...mark}
        aria-describedby={problem === null ? RULE_ID : `documents-wrong ${RULE_ID}`}
      />
      <Problem field="documents" text={problem} />
      <small id={RULE_ID}>{rule}</small>
    </div>
  );

  function fileProblem(): string | null {
    if (isUploadBroken) return messages.say("aml.wrong.upload");
    if (file === null) return null;
    return file.name === null ? rule : messages.say("aml.wrong.file", { name: file.name });
  }
}
