import type { ReactNode } from "react";
import { Icon } from "@/components/pay/icons";
import { PageFooter } from "@/components/pay/page-footer";
import { ShopName } from "@/components/pay/shop-name";
import { LinkForm } from "@/components/recurring/link-form";
import { PayerPart } from "@/components/recurring/payer-part";
import { planPath } from "@/components/recurring/plan-path";
import type { Locale } from "@/lib/locales/locales";
import type { Words } from "@/lib/locales/words";
import type { PayerPlanView, PlanPageView } from "@/lib/recurrences/page-view";
import { amountText, termsText } from "@/lib/recurrences/recurrence-mail";

/** Who looks at a plan, and by which link. */
export type PlanLooker =
  /** Anybody who has the plan's own link. */
  | { readonly kind: "anybody"; readonly isSent: boolean; readonly typed: string }
  /** Somebody who was mailed the link by which it can be accepted. */
  | { readonly kind: "invited"; readonly token: string }
  | { readonly kind: "payer"; readonly token: string; readonly own: PayerPlanView };

export type PlanPageModel = {
  readonly view: PlanPageView;
  readonly looker: PlanLooker;
  /** What went wrong with what was just sent, in public words. */
  readonly error: string | null;
  readonly words: Words;
  readonly lang: Locale | null;
};

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
    amount: <b dir="ltr">{amountText(discountedAmount, view.currencyCode)}</b>,
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
