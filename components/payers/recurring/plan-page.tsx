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
  const { view, looker, words, lang } = model;
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
              <p>{words.say("plan.confirm.body")}</p>
              <input type="hidden" name="token" value={looker.token} />
              <button type="submit" className="button">
                {words.say("plan.confirm.button")}
              </button>
            </form>
          ) : null}
          {looker.kind === "payer" ? <PayerPart {...looker} view={view} words={words} lang={lang} /> : null}
          {looker.kind === "anybody" ? <LinkForm {...model} looker={looker} /> : null}
        </div>
      </main>
      <PageFooter view={view} words={words} />
    </div>
  );
}

/** What it costs, how often, and the promise that a payer has to know. */
function Terms({ view, error, words }: PlanPageModel) {
  const { discountedAmount, discountDays } = view;
  const discount = discountedAmount && {
    amount: <b dir="ltr">{amountText(discountedAmount, view.currencyCode, words)}</b>,
    days: words.number(discountDays ?? 0),
  };
  return (
    <>
      <div className="headline">
        <h1>{termsText(view, words)}</h1>
        <p className="lead">
          {words.say("plan.kind")} · <bdi>{view.name}</bdi>
        </p>
      </div>
      {error === null ? null : <Problem>{error}</Problem>}
      {discount ? <p>{words.rich("plan.discount", discount)}</p> : null}
      <p className="promise">
        <Icon name="shield" /> <span>{words.say("plan.promise")}</span>
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
