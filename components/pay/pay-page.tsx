import { BalanceHint, BalancePanel } from "@/components/pay/balance-panel";
import { CaseNotices } from "@/components/pay/case-notices";
import { CoinChoice } from "@/components/pay/coin-choice";
import { DepositList } from "@/components/pay/deposit-list";
import { ErrorNotice } from "@/components/pay/error-notice";
import { priceText } from "@/components/pay/format";
import { Headline } from "@/components/pay/headline";
import { OrderSummary } from "@/components/pay/order-summary";
import { PageFooter, ShopLink } from "@/components/pay/page-footer";
import { type PageModel, payPath } from "@/components/pay/page-model";
import { PaymentTarget } from "@/components/pay/payment-target";
import { ProgressSteps } from "@/components/pay/progress-steps";
import { hasReceipt, Receipt } from "@/components/pay/receipt";
import { SandboxPanel } from "@/components/pay/sandbox-panel";
import { rich, say } from "@/components/pay/say";
import type { PayStateKind } from "@/lib/invoices/pay-state";

const PLAY_MONEY = {
  exact: "sandbox.exact",
  little: "sandbox.little",
  much: "sandbox.much",
  token: "sandbox.token",
} as const;

/**
 * The page of one invoice. `live` is what the script replaces when the state has changed; where it fetches is said in the markup, so
 * that the script knows no addresses.
 */
export function PayPage(model: PageModel) {
  const { view, state } = model;
  const page = model.isChoosing ? `${payPath(view.uuid)}?choose=1` : payPath(view.uuid);
  return (
    <div id="live" className="page" data-key={state.key} data-state={payPath(view.uuid, "/state")} data-page={page}>
      <OrderSummary {...model} />
      <main>
        {model.error === null ? null : <ErrorNotice text={model.error} />}
        <CaseNotices cases={view.cases} merchant={view.merchantName} />
        <div className="card">{isChoice(model) ? <Choice {...model} /> : <Payment {...model} />}</div>
        {model.hasPlayMoney && isWorthPaying(state.kind) ? (
          <SandboxPanel action={payPath(view.uuid, "/sandbox")} title="sandbox.title" kinds={PLAY_MONEY} />
        ) : null}
        <ShopLink {...model} />
        <noscript>
          <p className="reload">
            {say("reload.hint")} <a href={page}>{say("reload.action")}</a>
          </p>
        </noscript>
      </main>
      <PageFooter {...model} />
    </div>
  );
}

/** Where a payment, in time or late, still shows something. */
function isWorthPaying(kind: PayStateKind): boolean {
  return kind === "waiting" || kind === "rest" || kind === "overdue" || kind === "expired" || kind === "cancelled";
}

/** The choice is shown when nothing is chosen, and again on request while nothing has been paid. */
function isChoice({ state, isChoosing }: PageModel): boolean {
  return state.kind === "choose" || (isChoosing && state.mayChangeCoin);
}

function Choice(model: PageModel) {
  const { view } = model;
  const price = <strong>{priceText(view.amount, view.currency, view.isFiat)}</strong>;
  return (
    <>
      <div className="headline">
        <h1 id="headline" tabIndex={-1}>
          {rich("choose.title", { price })}
        </h1>
        <p className="lead">{say("choose.body")}</p>
      </div>
      <BalanceHint {...model} />
      <CoinChoice {...model} />
    </>
  );
}

function Payment(model: PageModel) {
  const { view, state } = model;
  const listed = hasReceipt(state) ? view.deposits.filter((deposit) => deposit.status !== "confirmed") : view.deposits;
  // Sent, and still waiting: it was dropped or replaced, which must be read before anything is sent again.
  const isNews = state.kind === "waiting";
  return (
    <>
      <Headline {...model} />
      {state.kind === "waiting" ? null : <ProgressSteps {...model} />}
      {isNews ? <DepositList deposits={listed} /> : null}
      <BalancePanel {...model} />
      {state.due === null || view.quote === null ? null : (
        <PaymentTarget model={model} quote={view.quote} due={state.due} />
      )}
      {state.kind === "waiting" ? <WaitingNote {...model} /> : null}
      {isNews ? null : <DepositList deposits={listed} />}
      <Receipt view={view} state={state} />
    </>
  );
}

/** While nothing has come, what to send stands first and the progress last. */
function WaitingNote(model: PageModel) {
  return (
    <section className="waiting-note" aria-label={say("steps.label")}>
      <ProgressSteps {...model} />
      <p className="center quiet">{say("waiting.body")}</p>
    </section>
  );
}
