import { Fragment } from "react";
import { Moment } from "@/components/payers/pay/moment";
import { payPath } from "@/components/payers/pay/page-model";
import { planPath } from "@/components/payers/recurring/plan-path";
import type { PayerPlanView, PlanPageView } from "@/lib/fronts/plan-page/load-plan-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";
import { amountText } from "@/lib/money-in/recurrences/recurrence-mail";
import type { PeriodState } from "@/lib/money-in/recurrences/status";

type PayerPartProps = {
  readonly view: PlanPageView;
  readonly own: PayerPlanView;
  readonly token: string;
  readonly messages: Messages;
  readonly lang: Locale | null;
};

const TONES: Readonly<Record<PeriodState, "moving" | "good" | "wrong">> = {
  due: "moving",
  paid: "good",
  missed: "wrong",
  failed: "moving",
  cancelled: "moving",
};

/**
 * Shown by the payer's own link: the due payment with its link, all periods, and the cancellation.
 */
export function PayerPart({ view, own, token, messages, lang }: PayerPartProps) {
  const { nextPeriodAt, periods } = own;
  const isActive = view.status === "active";
  return (
    <>
      {periods.map((period) =>
        period.isPayable && period.invoiceId !== null ? (
          <Fragment key={period.number}>
            <p>{messages.rich("plan.mine.due", facts(view, period, messages))}</p>
            <a className="button" href={payPath(period.invoiceId, "", { lang })}>
              {messages.say("plan.mine.pay")}
            </a>
          </Fragment>
        ) : null,
      )}
      {isActive && nextPeriodAt !== null ? (
        <p>{messages.rich("plan.mine.next", { date: <Moment at={nextPeriodAt} messages={messages} /> })}</p>
      ) : null}
      {isActive ? null : (
        <div>
          <h2>{messages.say("plan.ended.title")}</h2>
          <p>{messages.rich("plan.ended.body", { merchant: view.merchantName })}</p>
        </div>
      )}
      {periods.length === 0 ? null : <Periods view={view} own={own} messages={messages} />}
      {isActive ? <EndForm view={view} token={token} messages={messages} lang={lang} /> : null}
    </>
  );
}

type Listed = PayerPlanView["periods"][number];

function facts(view: PlanPageView, { amount, graceEndsAt }: Listed, messages: Messages) {
  return {
    amount: <b dir="ltr">{amountText(amount, view.currencyCode, messages)}</b>,
    date: <Moment at={graceEndsAt} messages={messages} />,
  };
}

function Periods({ view, own, messages }: Pick<PayerPartProps, "view" | "own" | "messages">) {
  return (
    <section className="deposits" aria-labelledby="periods">
      <h2 id="periods">{messages.say("plan.mine.title")}</h2>
      <ul>
        {own.periods.map(({ number, state, amount, startsAt }) => (
          <li key={number}>
            <p>
              <b dir="ltr">{amountText(amount, view.currencyCode, messages)}</b>{" "}
              <span className={`badge ${TONES[state]}`}>{messages.say(`plan.state.${state}`)}</span>
            </p>
            <p className="quiet">
              <bdi>
                <Moment at={startsAt} messages={messages} />
              </bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two steps without a script: the consequences are read before the button is visible. */
function EndForm({ view, token, messages, lang }: Omit<PayerPartProps, "own">) {
  return (
    <details>
      <summary>{messages.say("plan.cancel.title")}</summary>
      <form method="post" action={planPath(view.id, "/cancel", { lang })}>
        <p>{messages.say("plan.cancel.body")}</p>
        <input type="hidden" name="token" value={token} />
        <button type="submit" className="button plain">
          {messages.say("plan.cancel.button")}
        </button>
      </form>
    </details>
  );
}
