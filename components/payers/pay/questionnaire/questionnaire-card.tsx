import { type PageModel, withLanguage } from "@/components/payers/pay/page-model";

/**
 * On the payment page: the link to the questions about a held payment, or that they were answered.
 * Renders nothing if there are no questions.
 */
export function QuestionnaireCard({ view, messages, lang }: PageModel) {
  const { questionnaire, merchantName: merchant } = view;
  if (questionnaire === null) return null;
  const { status, path } = questionnaire;
  if (status === "init")
    return (
      <section className="card" aria-labelledby="questions">
        <h2 id="questions">{messages.say("aml.title")}</h2>
        <p>{messages.say("aml.offer")}</p>
        {/* A window of its own: it is never shown in a shop's frame, where the page may stand. */}
        <a className="button" href={withLanguage(path, lang)} target="_blank" rel="noopener">
          {messages.say("aml.open")}
        </a>
      </section>
    );
  const name = status === "pending" ? "received" : "expired";
  return (
    <section className="card" aria-labelledby="questions">
      <h2 id="questions">{messages.say(`aml.${name}.title`)}</h2>
      <p>{messages.say(`aml.${name}.body`, { merchant })}</p>
    </section>
  );
}
