import type { ReactNode } from "react";
import { shownCases } from "@/components/payers/pay/case-notices";
import { priceText } from "@/components/payers/pay/format";
import { Icon, type IconName } from "@/components/payers/pay/icons";
import type { PageModel } from "@/components/payers/pay/page-model";
import type { PayRefundable, PayRefundRequest } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import type { PayCoreState, PayStateKind, PayTone } from "@/lib/fronts/payment-page/pay-state";
import type { PayCase, PayCore, PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import { grossUp } from "@/lib/pricing/exchange-terms/exchange-terms";

const ICON_OF_TONE: Readonly<Record<PayTone, IconName>> = {
  waiting: "clock",
  moving: "moving",
  good: "check",
  wrong: "alert",
};

/**
 * Closed without a payment: somebody who has sent one nevertheless must not think that it is lost.
 */
const CLOSED_EMPTY: ReadonlySet<PayStateKind> = new Set(["expired", "renewable", "cancelled"]);

/** Refund requests that are neither refused nor completed. */
const UNDER_WAY: ReadonlySet<PayRefundRequest["status"]> = new Set(["unconfirmed", "confirmed", "approved"]);

/** The headline of the page, and the next step below it. */
export function Headline(model: PageModel) {
  const { view, state, messages } = model;
  const values = headlineValues(model);
  const title: TextKey = `${state.kind}.title`;
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, <strong key={name}>{text}</strong>]),
  );
  return (
    <div className={`headline ${state.tone}`}>
      <h1 id="headline" tabIndex={-1}>
        {messages.rich(title, marked as Readonly<Record<string, ReactNode>>)}
      </h1>
      {state.kind === "waiting" ? null : (
        <p className="state">
          <Icon name={ICON_OF_TONE[state.tone]} />
          <span>{bodyText(model, values)}</span>
        </p>
      )}
      {CLOSED_EMPTY.has(state.kind) && shownCases(view).length === 0 && view.quote !== null ? (
        <p className="aside">{messages.say("expired.sent", values)}</p>
      ) : null}
    </div>
  );
}

/**
 * Returns the headline as plain text: the window title, and the announcement when the state
 * changes.
 */
export function headlineText(model: HeadlineFacts): string {
  return model.messages.say(`${model.state.kind}.title`, headlineValues(model));
}

/** Without a chosen coin there is no address, so the text must not warn against sending to it. */
function bodyText({ view, state, messages }: HeadlineFacts, values: Record<string, string>): string {
  const key = bodyKey({ view, state });
  if (key !== "expired.body") return messages.say(key, values);
  const again = messages.say("expired.again", values);
  return view.quote === null ? again : `${messages.say(key, values)} ${again}`;
}

function bodyKey({ view, state }: Pick<HeadlineFacts, "view" | "state">): TextKey {
  const isShort = view.quote !== null && state.received.lt(view.quote.payerAmount);
  if (state.kind === "confirming" && isShort && !view.isPaymentMultiple) return "confirming.short";
  if (state.kind === "paid" && view.isPaidLate) return "paid.late";
  if (state.kind === "short") return shortKey(view);
  if (state.kind === "paid-over" && isHelpedHere(view, "surplus")) return "paid-over.ask";
  if (state.kind === "locked" && view.questionnaire?.status === "init") return "locked.asked";
  if (state.kind === "expired" && shownCases(view).length > 0) return "expired.late";
  if (state.kind === "cancelled" && shownCases(view).length > 0) return "cancelled.late";
  return `${state.kind}.body`;
}

function shortKey(view: PayCore): TextKey {
  if (isHelpedHere(view, "short")) return view.isPaymentMultiple ? "short.ask" : "short.single-ask";
  return view.isPaymentMultiple ? "short.body" : "short.single";
}

/**
 * Returns whether this page offers a refund request, or one is pending: then nobody is referred to
 * the shop.
 */
function isHelpedHere({ refundables, refundRequests }: PayCore, kind: PayRefundable["kind"]): boolean {
  return (
    refundables.some((money) => money.kind === kind && (money.hasMail || money.canSign)) ||
    refundRequests.some(({ status }) => UNDER_WAY.has(status))
  );
}

/** The payer of an open page that is only told of a change need not be known to use an exchange. */
type HeadlineFacts = Pick<PageModel, "messages" | "isFromExchange"> & {
  readonly view: PayCore & Partial<Pick<PayView, "exchange">>;
  readonly state: PayCoreState;
};

/** For exchange payers the headline shows the amount to type there, as in the field below. */
function amountToSend({ view, state, isFromExchange }: HeadlineFacts, { payerAmount, payableDecimals }: PayQuote) {
  const due = state.due ?? payerAmount;
  const terms = view.exchange?.terms ?? null;
  return isFromExchange && terms !== null ? grossUp(due, terms.fee, payableDecimals).typed : due;
}

/**
 * Returns the case that the headline is about: one that awaits a decision, else the first one
 * shown.
 */
function namedCase(view: PayCore): PayCase | undefined {
  const shown = shownCases(view);
  return shown.find(({ status }) => status === "open") ?? shown[0];
}

function headlineValues(model: HeadlineFacts): Record<string, string> {
  const { view, state, messages } = model;
  const { quote } = view;
  const common = {
    price: priceText(view, messages),
    merchant: view.merchantName,
    order: view.orderId,
    reference: namedCase(view)?.reference ?? "",
  };
  if (quote === null) return common;
  const missing = quote.payerAmount.minus(state.received);
  return {
    ...common,
    amount: messages.coin(amountToSend(model, quote), quote.currency),
    network: quote.network.name,
    received: messages.coin(state.received, quote.currency),
    total: messages.coin(quote.payerAmount, quote.currency),
    over: messages.coin(state.over ?? state.received.minus(state.received), quote.currency),
    missing: messages.coin(missing, quote.currency),
  };
}
