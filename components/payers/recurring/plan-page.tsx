import type { ReactNode } from "react";
import { Icon } from "@/components/payers/pay/icons";
import { PageFooter } from "@/components/payers/pay/page-footer";
import { ShopName } from "@/components/payers/pay/shop-name";
import { LinkForm } from "@/components/payers/recurring/link-form";
import { PayerPart } from "@/components/payers/recurring/payer-part";
import type { PlanPageModel } from "@/components/payers/recurring/plan-page-model";
import { planPath } from "@/components/payers/recurring/plan-path";
import { amountText, termsText } from "@/lib/money-in/recurrences/recurrence-mail";

/** The hosted page of a plan of recurring payments. Plain forms: it needs no script. */
export function PlanPage(model: PlanPageModel) {
  const { view, looker, messages, lang } = model;
  return (
    <div className="page alone">
      <header className="order">
        <ShopName name={view.merchantName} logo={view.brand.logo} />
      </header>
      <main>
        <div className="card refund">
          <Terms {...model} />
          {looker.kind === "invited" ? (
            <form method="post" action={planPath(view.id, "/accept", { lang })}>
              <p>{messages.say("plan.confirm.body")}</p>
              <input type="hidden" name="token" value={looker.token} />
              <button type="submit" className="button">
                {messages.say("plan.confirm.button")}
              </button>
            </form>
          ) : null}
          {looker.kind === "payer" ? <PayerPart {...looker} view={view} messages={messages} lang={lang} /> : null}
          {looker.kind === "anybody" ? <LinkForm {...model} looker={looker} /> : null}
        </div>
      </main>
      <PageFooter view={view} messages={messages} />
    </div>
  );
}

/** Price, interval, and the promise that a payer has to know. */
function Terms({ view, error, messages }: PlanPageModel) {
  const { discountedAmount, discountDays } = view;
  const discount = discountedAmount && {
    amount: <b dir="ltr">{amountText(discountedAmount, view.currencyCode, messages)}</b>,
    days: messages.number(discountDays ?? 0),
  };
  return (
    <>
      <div className="headline">
        <h1>{termsText(view, messages)}</h1>
        <p className="lead">
          {messages.say("plan.kind")} · <bdi>{view.name}</bdi>
        </p>
      </div>
      {error === null ? null : <Problem>{error}</Problem>}
      {discount ? <p>{messages.rich("plan.discount", discount)}</p> : null}
      <p className="promise">
        <Icon name="shield" /> <span>{messages.say("plan.promise")}</span>
      </p>
    </>
  );
}

function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p className="wrong" role="alert">
      {children}
    </p>
  );
}
