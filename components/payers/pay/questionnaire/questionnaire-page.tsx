import type { ReactNode } from "react";
import { ErrorNotice } from "@/components/payers/pay/error-notice";
import { Icon, type IconName } from "@/components/payers/pay/icons";
import { payPath } from "@/components/payers/pay/page-model";
import { QuestionnaireForm } from "@/components/payers/pay/questionnaire/questionnaire-form";
import { NO_PROBLEMS, type QuestionnaireModel } from "@/components/payers/pay/questionnaire/questionnaire-model";
import { ShopName } from "@/components/payers/pay/shop-name";
import type { AmlStatus } from "@/lib/money-in/questionnaires/schema";

/** Questions to a payer, or their status. It never shows any answers. */
export function QuestionnairePage(model: QuestionnaireModel) {
  const { view } = model;
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={view.merchantName} logo={view.brand.logo} />
      </header>
      <main>{view.status === "init" ? <Questions {...model} /> : <Outcome {...model} />}</main>
    </div>
  );
}

function Questions(model: QuestionnaireModel) {
  const { view, problems, keptDays, messages } = model;
  const names = { merchant: view.merchantName, order: view.orderId };
  return (
    <>
      {problems === NO_PROBLEMS ? null : <ErrorNotice text={messages.say("aml.wrong.form")} messages={messages} />}
      <div className="card questions">
        <Headline tone="waiting" title={messages.say("aml.title")}>
          <p className="lead">{messages.rich("aml.body", names)}</p>
          <p className="lead">{messages.say("aml.kept", { days: messages.number(keptDays) })}</p>
        </Headline>
        <QuestionnaireForm {...model} />
      </div>
    </>
  );
}

type Ended = Exclude<AmlStatus, "init">;

const BADGES: Readonly<
  Record<Ended, { name: "received" | "completed" | "expired"; tone: "good" | "wrong"; icon: IconName }>
> = {
  pending: { name: "received", tone: "good", icon: "check" },
  completed: { name: "completed", tone: "good", icon: "check" },
  expired: { name: "expired", tone: "wrong", icon: "alert" },
};

function Outcome({ view, messages, lang }: QuestionnaireModel) {
  if (view.status === "init") return null;
  const { name, tone, icon } = BADGES[view.status];
  return (
    <div className="card">
      <Headline tone={tone} title={messages.say(`aml.${name}.title`)}>
        <p className="state">
          <Icon name={icon} />
          <span>{messages.say(`aml.${name}.body`, { merchant: view.merchantName })}</span>
        </p>
      </Headline>
      <a className="button plain" href={payPath(view.invoiceId, "", { lang })}>
        {messages.say("refund.ask.back")}
      </a>
    </div>
  );
}

function Headline({ tone, title, children }: { tone: string; title: string; children: ReactNode }) {
  return (
    <div className={`headline ${tone}`}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
