import { Fragment } from "react";
import { Moment } from "@/components/payers/pay/moment";
import { payPath } from "@/components/payers/pay/page-model";
import { planPath } from "@/components/payers/recurring/plan-path";
import type { PayerPlanView, PlanPageView } from "@/lib/fronts/plan-page/load-plan-page";
import type { Locale } from "@/lib/kernel/locales/locales";
import type { Words } from "@/lib/kernel/locales/words";
import { amountText } from "@/lib/money-in/recurrences/recurrence-mail";
import type { PeriodState } from "@/lib/money-in/recurrences/status";

type PayerPartProps = {
  readonly view: PlanPageView;
  readonly own: PayerPlanView;
  readonly token: string;
  readonly words: Words;
  readonly lang: Locale | null;
};

const TONES: Readonly<Record<PeriodState, "moving" | "good" | "wrong">> = {
  due: "moving",
  paid: "good",
  missed: "wrong",
  failed: "moving",
  cancelled: "moving",
};

/** What a payer's own link shows: what is due with the way to pay it, all periods, and the end. */
export function PayerPart({ view, own, token, words, lang }: PayerPartProps) {
  const { nextPeriodAt, periods } = own;
  const isActive = view.status === "active";
  return (
    <>
      {periods.map((period) =>
        period.isPayable && period.invoiceId !== null ? (
          <Fragment key={period.number}>
            <p>{words.rich("plan.mine.due", facts(view, period, words))}</p>
            <a className="button" href={payPath(period.invoiceId, "", { lang })}>
              {words.say("plan.mine.pay")}
            </a>
          </Fragment>
        ) : null,
      )}
      {isActive && nextPeriodAt !== null ? (
        <p>{words.rich("plan.mine.next", { date: <Moment at={nextPeriodAt} words={words} /> })}</p>
      ) : null}
      {isActive ? null : (
        <div>
          <h2>{words.say("plan.ended.title")}</h2>
          <p>{words.rich("plan.ended.body", { merchant: view.merchantName })}</p>
        </div>
      )}
      {periods.length === 0 ? null : <Periods view={view} own={own} words={words} />}
      {isActive ? <EndForm view={view} token={token} words={words} lang={lang} /> : null}
    </>
  );
}

type Listed = PayerPlanView["periods"][number];

function facts(view: PlanPageView, { amount, graceEndsAt }: Listed, words: Words) {
  return {
    amount: <b dir="ltr">{amountText(amount, view.currencyCode, words)}</b>,
    date: <Moment at={graceEndsAt} words={words} />,
  };
}

function Periods({ view, own, words }: Pick<PayerPartProps, "view" | "own" | "words">) {
  return (
    <section className="deposits" aria-labelledby="periods">
      <h2 id="periods">{words.say("plan.mine.title")}</h2>
      <ul>
        {own.periods.map(({ number, state, amount, startsAt }) => (
          <li key={number}>
            <p>
              <b dir="ltr">{amountText(amount, view.currencyCode, words)}</b>{" "}
              <span className={`badge ${TONES[state]}`}>{words.say(`plan.state.${state}`)}</span>
            </p>
            <p className="quiet">
              <bdi>
                <Moment at={startsAt} words={words} />
              </bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two steps without a script: what it means is read before the button is seen. */
function EndForm({ view, token, words, lang }: Omit<PayerPartProps, "own">) {
  return (
    <details>
      <summary>{words.say("plan.cancel.title")}</summary>
      <form method="post" action={planPath(view.id, "/cancel", { lang })}>
        <p>{words.say("plan.cancel.body")}</p>
        <input type="hidden" name="token" value={token} />
        <button type="submit" className="button plain">
          {words.say("plan.cancel.button")}
        </button>
      </form>
    </details>
  );
}
