import { BalanceHint, BalancePanel } from "@/components/payers/pay/balance-panel";
import { CaseNotices } from "@/components/payers/pay/case-notices";
import { ClosedChoices } from "@/components/payers/pay/closed-choices";
import { CoinChoice } from "@/components/payers/pay/coin-choice";
import { DepositList } from "@/components/payers/pay/deposit-list";
import { ErrorNotice } from "@/components/payers/pay/error-notice";
import { ExchangeTarget } from "@/components/payers/pay/exchange-target";
import { priceText } from "@/components/payers/pay/format";
import { Headline } from "@/components/payers/pay/headline";
import { NetworkNotice } from "@/components/payers/pay/network-notice";
import { OrderSummary } from "@/components/payers/pay/order-summary";
import { PageFooter, ShopLink } from "@/components/payers/pay/page-footer";
import { countSeen, type PageModel, payPath } from "@/components/payers/pay/page-model";
import { PaymentTarget } from "@/components/payers/pay/payment-target";
import { ProgressSteps } from "@/components/payers/pay/progress-steps";
import { QuestionnaireCard } from "@/components/payers/pay/questionnaire/questionnaire-card";
import { hasReceipt, Receipt } from "@/components/payers/pay/receipt";
import { RefundNotices } from "@/components/payers/pay/refund-notices";
import { RefundRequests } from "@/components/payers/pay/refund-request/refund-requests";
import { RenewalPanel } from "@/components/payers/pay/renewal-panel";
import { SandboxPanel } from "@/components/payers/pay/sandbox-panel";
import type { PayStateKind } from "@/lib/fronts/payment-page/pay-state";

const PLAY_MONEY = { exact: "sandbox.exact", little: "sandbox.little", much: "sandbox.much" } as const;
const PLAY_MONEY_WITH_TOKENS = { ...PLAY_MONEY, token: "sandbox.token" } as const;

/**
 * The page of one invoice. The script replaces `live` when the state has changed; the markup holds
 * the URL to fetch, so that the script contains none.
 */
export function PayPage(model: PageModel) {
  const { view, state, messages, lang } = model;
  const page = payPath(view.uuid, "", model);
  const news = payPath(view.uuid, "/state", { lang: messages.locale });
  const events = payPath(view.uuid, "/events", { lang: messages.locale });
  const cases = <CaseNotices view={view} messages={messages} />;
  // A misdirected payment is shown before anything more is sent. If nothing is to be sent, the
  // headline comes first.
  const mayStillSend = state.due !== null || isChoice(model);
  return (
    <div id="live" className="page" data-key={state.key} data-state={news} data-events={events} data-page={page}>
      <OrderSummary {...model} />
      <main>
        {model.error === null ? null : <ErrorNotice text={model.error} messages={messages} />}
        {mayStillSend ? cases : null}
        <div className="card">{isChoice(model) ? <Choice {...model} /> : <Payment {...model} />}</div>
        <QuestionnaireCard {...model} />
        {mayStillSend ? null : cases}
        <RefundRequests {...model} />
        {model.hasPlayMoney && isWorthPaying(state.kind) ? (
          <SandboxPanel
            action={payPath(view.uuid, "/sandbox", { lang })}
            title="sandbox.title"
            isSent={countSeen(view) <= (model.sentAfter ?? -1)}
            kinds={view.quote?.network.tokenStandard == null ? PLAY_MONEY : PLAY_MONEY_WITH_TOKENS}
            messages={messages}
          />
        ) : null}
        <ShopLink {...model} />
        {hasReceipt(state) ? (
          <div className="card">
            <Receipt {...model} />
          </div>
        ) : null}
        <noscript>
          <p className="reload">
            {messages.say("reload.hint")} <a href={page}>{messages.say("reload.action")}</a>
          </p>
        </noscript>
      </main>
      <PageFooter {...model} />
    </div>
  );
}

const WORTH_PAYING: ReadonlySet<PayStateKind> = new Set([
  "waiting",
  "dropped",
  "rest",
  "overdue",
  "expired",
  "renewable",
  "late",
  "cancelled",
]);

/** Returns whether a payment, in time or late, still has something to show. */
function isWorthPaying(kind: PayStateKind): boolean {
  return WORTH_PAYING.has(kind);
}

/** Shows the choice if no coin is chosen, and again on request while nothing has been paid. */
function isChoice({ state, isChoosing }: PageModel): boolean {
  return state.kind === "choose" || (isChoosing && state.mayChangeCoin);
}

function Choice(model: PageModel) {
  const { view, messages } = model;
  const price = <strong>{priceText(view, messages)}</strong>;
  return (
    <>
      <div className="headline">
        <h1 id="headline" tabIndex={-1}>
          {messages.rich("choose.title", { price })}
        </h1>
        <p className="lead">{messages.say("choose.body")}</p>
      </div>
      <BalanceHint {...model} />
      <CoinChoice {...model} />
    </>
  );
}

function Payment(model: PageModel) {
  const { view, state, messages } = model;
  const listed = hasReceipt(state) ? view.deposits.filter((deposit) => deposit.status !== "confirmed") : view.deposits;
  // A dropped or replaced payment must be noticed before anything is sent again.
  const isNews = state.kind === "dropped";
  // While something is to be sent, only news may come between the headline and the address.
  const isSending = state.kind === "waiting" || state.kind === "rest";
  const Target = model.isFromExchange ? ExchangeTarget : PaymentTarget;
  return (
    <>
      <Headline {...model} />
      {state.kind === "unavailable" ? <ClosedChoices closed={view.unavailable} messages={messages} /> : null}
      <NetworkNotice {...model} />
      <RenewalPanel {...model} />
      {isSending ? null : <ProgressSteps {...model} />}
      <RefundNotices view={view} messages={messages} />
      {isNews ? <DepositList deposits={listed} messages={messages} /> : null}
      <BalancePanel {...model} />
      {state.due === null || view.quote === null ? null : <Target model={model} quote={view.quote} due={state.due} />}
      {isSending ? <WaitingNote {...model} /> : null}
      {isNews ? null : <DepositList deposits={listed} messages={messages} />}
    </>
  );
}

/** While something is to be sent, that comes first and the progress last. */
function WaitingNote(model: PageModel) {
  const { state, messages } = model;
  return (
    <section className="waiting-note" aria-label={messages.say("steps.label")}>
      <ProgressSteps {...model} />
      {state.kind === "waiting" ? (
        <p className="center quiet">
          {messages.say("waiting.body")} <span className="follows">{messages.say("waiting.follows")}</span>
        </p>
      ) : null}
    </section>
  );
}
